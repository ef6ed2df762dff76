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
	description: 'The number of seconds between two checks for new leads',
} as const satisfies INodeProperties;

const startDate = {
	displayName: 'Start Date',
	name: 'startDate',
	type: 'string',
	default: '',
	placeholder: 'e.g. 2026-11-01',
	description: 'The first day (UTC). Earlier leads are skipped. Default: all leads.',
} as const satisfies INodeProperties;

export const leadSync: TaskType = {
	value: 'lead-sync',
	name: 'Lead Sync',
	description: 'Write all leads of an agent to a destination, then every new lead, until the task is cancelled',
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
