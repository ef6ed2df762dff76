import { agentLocator } from '../fields/agent-locator';
import { connectionLocator } from '../fields/connection-locator';
import { duration } from '../fields/duration';
import { given, type TaskType } from './task-type';
import { ifActive, ifUncertain, waitUntil } from './training-options';

const timeout = duration({
	displayName: 'Timeout',
	name: 'timeout',
	description: 'The task ends as timed out after this time. The training run itself continues. Default: no limit.',
	amount: 6,
	unit: 'hours',
});

export const retrainAndWait: TaskType = {
	value: 'retrain-and-wait',
	outputs: ['Trained', 'Not Trained'],
	fields: [agentLocator],
	options: [ifUncertain, ifActive, timeout, waitUntil],
	inputFields: {
		connection: connectionLocator,
		agentId: agentLocator,
		waitUntil,
		ifActive,
		ifUncertain,
		timeoutSeconds: timeout,
	},
	readInput: (read) =>
		given({
			version: 1,
			agentId: read.locator(agentLocator),
			waitUntil: read.choice(waitUntil),
			ifActive: read.choice(ifActive),
			ifUncertain: read.choice(ifUncertain),
			timeoutSeconds: read.optionalSeconds(timeout),
		}),
};
