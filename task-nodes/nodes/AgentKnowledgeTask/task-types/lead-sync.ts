import type { INodeProperties } from 'n8n-workflow';
import { readCount, readDay, readLocator } from '../fields/read-fields';
import { agentLocator } from './agent-locator';
import { connectionLocator } from './connection-locator';
import { destinationLocator } from './destination-locator';
import type { TaskType } from './task-type';

const interval = {
	displayName: 'Interval (Seconds)',
	name: 'intervalSeconds',
	type: 'number',
	typeOptions: { minValue: 10, maxValue: 86400, numberPrecision: 0 },
	default: 300,
	description: 'How many seconds lie between two looks for new leads',
} as const satisfies INodeProperties;

const startDate = {
	displayName: 'Start Date',
	name: 'startDate',
	type: 'string',
	default: '',
	placeholder: 'e.g. 2026-11-01',
	description: 'Leads captured before this day (UTC) are left out. Empty: all leads there are.',
} as const satisfies INodeProperties;

export const leadSync: TaskType = {
	value: 'lead-sync',
	name: 'Lead Sync',
	description: 'Bring all leads of an agent to a destination, then whatever is new, until it is cancelled',
	endless: true,
	properties: [connectionLocator, agentLocator, destinationLocator, interval, startDate],
	readInput(context, itemIndex) {
		const day = readDay(context, startDate, itemIndex);
		return {
			version: 1,
			connection: readLocator(context, connectionLocator, itemIndex),
			agentId: readLocator(context, agentLocator, itemIndex),
			destination: readLocator(context, destinationLocator, itemIndex),
			intervalSeconds: readCount(context, interval, itemIndex),
			...(day !== undefined && { startDate: day }),
		};
	},
};
