import type { TrainingRun } from '../../../api';
import { type RetrainResult, retrainResultSchema } from '../../../workflows/retrain/contract';
import { defineTask, ofResult } from './define-task';

export const retrainAndWait = defineTask('retrain-and-wait', {
	workflow: 'retrainAndWait',
	title: 'Retrain and wait',
	description:
		'Starts a training run of one agent, or adopts the active run. Ends when the agent can chat or when the run has ended.',
	version: 1,
	keyReuse: 'after-failure',
	decisions: [],
	stages: ['looking', 'waiting', 'starting', 'settling', 'training', 'completed', 'failed', 'cancelled', 'timed_out'],
	fields: {
		version: 'hidden',
		connection: 'shown',
		agentId: 'shown',
		waitUntil: 'shown',
		ifActive: 'shown',
		ifUncertain: 'shown',
		timeoutSeconds: 'shown',
	},
	scopes: ['read:sources', 'write:sources'],
	checkStart: ({ connections }, { connection, agentId }) => connections.get(connection).checkTraining(agentId),
	/** Unread pages do not count: the agent was retrained without them. */
	judge: ofResult(retrainResultSchema, ({ outcome, run, audit }) => {
		const pages = pagesOf(run);
		if (outcome === 'failed') return { outcome, succeeded: false, message: `The run failed: ${run?.error ?? pages}` };
		const message = outcome === 'can_chat' ? `The agent can chat: ${pages}.` : `The run has ended: ${pages}.`;
		return { outcome, succeeded: true, message: [message, ...repeatsOf(audit)].join(' ') };
	}),
	personalData: { whileOpen: 'The task still runs. Erase again when it has ended.' },
});

function repeatsOf({ repeats = 0 }: RetrainResult['audit']): string[] {
	if (repeats === 0) return [];
	const times = repeats === 1 ? 'once' : `${repeats} times`;
	return [`A response was lost, so the request was repeated ${times}. A second run may have taken place.`];
}

function pagesOf(run: RetrainResult['run']): string {
	return run === null ? 'the service did not show its pages' : pageCounts(run);
}

/** The service does not say in the run which pages failed. */
export function pageCounts({
	pagesCompleted,
	pagesTotal,
	pagesFailed,
}: Pick<TrainingRun, 'pagesCompleted' | 'pagesTotal' | 'pagesFailed'>): string {
	const failed = pagesFailed > 0 ? `, ${pagesFailed} failed. The sources of the agent name them and the reasons` : '';
	return `${pagesCompleted} of ${pagesTotal} pages${failed}`;
}
