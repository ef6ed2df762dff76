import type { INodeProperties } from 'n8n-workflow';
import { agentFields, agentIds, readAgents } from '../fields/agent-choice';
import { agentLocator } from '../fields/agent-locator';
import { connectionLocator } from '../fields/connection-locator';
import { duration } from '../fields/duration';
import type { FieldReader } from '../fields/field-reader';
import { cell, type Columns, countOf, recordOf, recordsOf, type TaskParts } from './columns';
import { retrainManySamples } from './samples/training';
import { given, type TaskType } from './task-type';
import { countedChanges, ifActive, ifUncertain, waitUntil } from './training-options';

const atOnce = {
	displayName: 'Agents at Once',
	name: 'atOnce',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
	default: 3,
	description: 'The number of agents to train at the same time',
} as const satisfies INodeProperties;

const agentTimeout = duration({
	displayName: 'Timeout of One Agent',
	name: 'agentTimeout',
	description: 'The task gives up on one agent after this time, so that the others can continue. Default: 6 hours.',
	amount: 6,
	unit: 'hours',
});

/** As the gateway counts: an agent whose run read no page is not trained. */
function isTrained({ status, run }: Record<string, unknown>): boolean {
	const { pagesCompleted, pagesFailed } = recordOf(run);
	return status === 'completed' && !(pagesCompleted === 0 && Number(pagesFailed) > 0);
}

const rows = ({ result }: TaskParts) => recordsOf(result['rows']);

const columns: Columns = {
	agents: (task) => cell(countOf(rows(task)), task.progress['itemsTotal']),
	trained: (task) => countOf(rows(task), isTrained),
	notTrained: (task) => countOf(rows(task), (row) => !isTrained(row)),
};

export const nightlyRetrain: TaskType = {
	value: 'nightly-retrain',
	outputs: ['Trained', 'Not Trained'],
	columns,
	samples: retrainManySamples,
	fields: agentFields,
	options: [agentTimeout, atOnce, countedChanges, ifUncertain, ifActive, waitUntil],
	inputFields: {
		connection: connectionLocator,
		agentIds,
		waitUntil,
		ifActive,
		ifUncertain,
		sourceChanges: countedChanges,
		atOnce,
		agentTimeoutSeconds: agentTimeout,
	},
	hasParts: true,
	readInput: (read) => given({ ...readAgents(read), ...readTraining(read) }),
};

/** The same task for a single agent, because a schedule runs no other retrain. */
export const nightlyRetrainOfOne: TaskType = {
	...nightlyRetrain,
	fields: [agentLocator],
	inputFields: { ...nightlyRetrain.inputFields, agentIds: agentLocator },
	readInput: (read) => given({ agentIds: [read.locator(agentLocator)], ...readTraining(read) }),
};

function readTraining(read: FieldReader): Record<string, unknown> {
	return {
		version: 1,
		waitUntil: read.choice(waitUntil),
		ifActive: read.choice(ifActive),
		ifUncertain: read.choice(ifUncertain),
		sourceChanges: read.choice(countedChanges),
		atOnce: read.count(atOnce),
		agentTimeoutSeconds: read.optionalSeconds(agentTimeout),
	};
}
