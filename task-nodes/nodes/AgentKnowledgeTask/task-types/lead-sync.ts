import type { INodeProperties } from 'n8n-workflow';
import { agentIds, readAgents } from '../fields/agent-choice';
import { connectionLocator } from '../fields/connection-locator';
import { destinationLocator } from '../fields/destination-locator';
import { duration } from '../fields/duration';
import type { FieldReader } from '../fields/field-reader';
import { cell, type Columns } from './columns';
import { readUpdated, updatedFields, updatedInputs } from '../fields/lead-conversation';
import { leadFilterFields, leadFilterInputs, readLeadFilter } from '../fields/lead-filter';
import { oneAgent, syncedAgentFields, syncedAgents } from '../fields/synced-agents';
import { given, type TaskType } from './task-type';

const interval = duration({
	displayName: 'Check Every',
	name: 'interval',
	description: 'The time between two checks for new leads, from 10 seconds to 1 day. Default: 5 minutes.',
	amount: 5,
	unit: 'minutes',
});

const startDate = {
	displayName: 'From Day',
	name: 'startDate',
	type: 'dateTime',
	default: '',
	description:
		'The first day (UTC). Only its date counts, not its time. Earlier leads are skipped. Default: all leads.',
} as const satisfies INodeProperties;

const columns: Columns = {
	destination: ({ result, progress }) => cell(result['destination'], progress['destination']),
	leadsSynced: ({ result, progress }) => cell(result['leadsSynced'], progress['itemsDone']),
	leadsRefused: ({ result, progress }) => cell(result['leadsRefused'], progress['itemsFailed']),
	upToDateAt: ({ result, progress }) => cell(result['completeUntil'], progress['upToDateAt']),
};

export const leadSync: TaskType = {
	value: 'lead-sync',
	columns,
	fields: [...syncedAgentFields, destinationLocator],
	options: [interval, startDate, ...leadFilterFields, ...updatedFields],
	inputFields: {
		connection: connectionLocator,
		agentId: oneAgent,
		agentIds,
		destination: destinationLocator,
		intervalSeconds: interval,
		startDate,
		...leadFilterInputs,
		...updatedInputs,
	},
	readInput: (read) =>
		given({
			version: 1,
			...agentsOf(read),
			destination: read.locator(destinationLocator),
			intervalSeconds: read.optionalSeconds(interval),
			startDate: read.optionalDay(startDate),
			...readLeadFilter((field, as) => read.as(field, as)),
			...readUpdated((field, as) => read.as(field, as)),
		}),
};

function agentsOf(read: FieldReader): { agentId?: string; agentIds?: string[] } {
	return read.choice(syncedAgents) === 'one' ? { agentId: read.locator(oneAgent) } : readAgents(read);
}
