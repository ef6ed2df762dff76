import { nightlyRetrainResultSchema } from '../../../workflows/nightly-retrain/contract';
import { notRetrained, verdictOn } from '../../../workflows/nightly-retrain/verdict';
import { checkAgents } from './check-names';
import { defineTask, ofResult, tasksOfRows } from './define-task';

export const nightlyRetrain = defineTask('nightly-retrain', {
	workflow: 'nightlyRetrain',
	title: 'Nightly retrain',
	description:
		'Retrains all agents, or the named ones, with a limit on how many train at once. Each agent gets its own retrain-and-wait task. One result row per agent.',
	version: 1,
	keyReuse: 'after-failure',
	stages: ['looking', 'training', 'completed', 'failed', 'cancelled', 'timed_out'],
	startsTasks: true,
	schedulable: true,
	fields: {
		version: 'hidden',
		connection: 'shown',
		agentIds: 'shown',
		waitUntil: 'shown',
		ifActive: 'shown',
		ifUncertain: 'shown',
		sourceChanges: 'shown',
		atOnce: 'shown',
		agentTimeoutSeconds: 'shown',
	},
	scopes: ['read:agents', 'read:sources', 'write:sources'],
	async checkStart({ connections }, { connection, agentIds }) {
		if (agentIds === undefined) await connections.get(connection).agents();
		else await checkAgents(connections, connection, agentIds);
	},
	failedOnly(input, result) {
		const parsed = nightlyRetrainResultSchema.safeParse(result);
		const agentIds = parsed.success ? notRetrained(parsed.data).map(({ agentId }) => agentId) : [];
		return agentIds.length === 0 ? null : { ...input, agentIds };
	},
	sameWorkAs: 'schedule',
	leftTasks: ofResult(nightlyRetrainResultSchema, (result) => tasksOfRows(notRetrained(result))),
	judge: ofResult(nightlyRetrainResultSchema, verdictOn),
	personalData: { whileOpen: 'The task still runs. Erase again when it has ended.' },
});
