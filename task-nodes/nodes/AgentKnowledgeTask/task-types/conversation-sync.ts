import type { INodeProperties } from 'n8n-workflow';
import { agentFields, agentIds, readAgents } from '../fields/agent-choice';
import { connectionLocator } from '../fields/connection-locator';
import { destinationLocator } from '../fields/destination-locator';
import { duration } from '../fields/duration';
import { cell, type Columns } from './columns';
import { given, type TaskType } from './task-type';

const interval = duration({
	displayName: 'Check Every',
	name: 'interval',
	description: 'The time between two rounds over the lists, from 10 seconds to 1 day. Default: 5 minutes.',
	amount: 5,
	unit: 'minutes',
});

const recentDays = {
	displayName: 'Look Back (Days)',
	name: 'recentDays',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 365, numberPrecision: 0 },
	default: 7,
	description: 'Each round looks for changes in the conversations of these days',
} as const satisfies INodeProperties;

const openHours = {
	displayName: 'Watch Open Conversations (Hours)',
	name: 'openHours',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 720, numberPrecision: 0 },
	default: 24,
	description:
		'For how long an unresolved conversation is read again after its last change. 0: only if its record in the list changed.',
} as const satisfies INodeProperties;

const fullHours = {
	displayName: 'Full Round Every (Hours)',
	name: 'fullHours',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 720, numberPrecision: 0 },
	default: 24,
	description: 'Time between two rounds over whole lists, which find old conversations that changed or were deleted',
} as const satisfies INodeProperties;

const columns: Columns = {
	destination: ({ result, progress }) => cell(result['destination'], progress['destination']),
	conversations: ({ result, progress }) => cell(result['conversations'], progress['itemsDone']),
	messages: ({ result }) => cell(result['messages']),
	callsPerRound: ({ progress }) => cell(progress['callsPerRound']),
	upToDateAt: ({ result, progress }) => cell(result['completeUntil'], progress['upToDateAt']),
};

export const conversationSync: TaskType = {
	value: 'conversation-sync',
	columns,
	fields: [...agentFields, destinationLocator],
	options: [interval, recentDays, openHours, fullHours],
	inputFields: {
		connection: connectionLocator,
		agentIds,
		destination: destinationLocator,
		intervalSeconds: interval,
		recentDays,
		openHours,
		fullHours,
	},
	readInput: (read) =>
		given({
			version: 1,
			...readAgents(read),
			destination: read.locator(destinationLocator),
			intervalSeconds: read.optionalSeconds(interval),
			recentDays: read.count(recentDays),
			openHours: read.count(openHours),
			fullHours: read.count(fullHours),
		}),
};
