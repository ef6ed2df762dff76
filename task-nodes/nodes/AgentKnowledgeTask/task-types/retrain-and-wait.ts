import { agentLocator } from '../fields/agent-locator';
import { connectionLocator } from '../fields/connection-locator';
import { duration } from '../fields/duration';
import { cell, type Columns, recordOf, type TaskParts } from './columns';
import { retrainSamples } from './samples/training';
import { given, type TaskType } from './task-type';
import { ifActive, ifUncertain, sourceChanges, waitUntil } from './training-options';

const timeout = duration({
	displayName: 'Timeout',
	name: 'timeout',
	description: 'The task ends as timed out after this time. The training run itself continues. Default: no limit.',
	amount: 6,
	unit: 'hours',
});

/** The figures of the run, or of the last look while it is under way. Null: the service does not show the run. */
const pages = ({ result, progress }: TaskParts, name: string) => cell(recordOf(result['run'])[name], progress[name]);

/** Null: nobody asked, or nothing can be said. */
const changes = ({ result }: TaskParts, name: string) =>
	cell(recordOf(recordOf(result['sourceChanges'])['counts'])[name]);

const columns: Columns = {
	pagesCompleted: (task) => pages(task, 'pagesCompleted'),
	pagesTotal: (task) => pages(task, 'pagesTotal'),
	pagesFailed: (task) => pages(task, 'pagesFailed'),
	canChat: ({ result, progress }) => cell(result['canChat'], progress['canChat']),
	newSources: (task) => changes(task, 'new'),
	goneSources: (task) => changes(task, 'gone'),
	changedSources: (task) => changes(task, 'changed'),
	failedSources: (task) => changes(task, 'failed'),
};

export const retrainAndWait: TaskType = {
	value: 'retrain-and-wait',
	outputs: ['Trained', 'Not Trained'],
	columns,
	samples: retrainSamples,
	fields: [agentLocator],
	options: [sourceChanges, ifUncertain, ifActive, timeout, waitUntil],
	inputFields: {
		connection: connectionLocator,
		agentId: agentLocator,
		waitUntil,
		ifActive,
		ifUncertain,
		sourceChanges,
		timeoutSeconds: timeout,
	},
	readInput: (read) =>
		given({
			version: 1,
			agentId: read.locator(agentLocator),
			waitUntil: read.choice(waitUntil),
			ifActive: read.choice(ifActive),
			ifUncertain: read.choice(ifUncertain),
			sourceChanges: read.choice(sourceChanges),
			timeoutSeconds: read.optionalSeconds(timeout),
		}),
};
