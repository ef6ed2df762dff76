import { readChoice, readLocator, readSeconds } from '../fields/read-fields';
import { agentLocator } from './agent-locator';
import { connectionLocator } from './connection-locator';
import { ifActive, waitUntil } from './retrain-fields';
import type { TaskType } from './task-type';
import { timeoutField } from './timeout-field';

const timeout = timeoutField('The training run itself continues.');

export const retrainAndWait: TaskType = {
	value: 'retrain-and-wait',
	name: 'Retrain and Wait',
	description: "Refresh an agent's knowledge from its website, and follow the training run to its end",
	properties: [connectionLocator, agentLocator, waitUntil, ifActive, timeout],
	readInput(context, itemIndex) {
		const timeoutSeconds = readSeconds(context, timeout, itemIndex);
		return {
			version: 1,
			connection: readLocator(context, connectionLocator, itemIndex),
			agentId: readLocator(context, agentLocator, itemIndex),
			waitUntil: readChoice(context, waitUntil, itemIndex),
			ifActive: readChoice(context, ifActive, itemIndex),
			...(timeoutSeconds > 0 && { timeoutSeconds }),
		};
	},
};
