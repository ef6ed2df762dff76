import type { IDataObject } from 'n8n-workflow';
import { done, failed, notDone, type Sample, SAMPLE_AGENT, type SampleRequest, textOr, textsOr } from './sample';

const PAGES = 12;
const SECONDS = 42;

function ofOne({ input, taskId, at }: SampleRequest) {
	const run = { id: `run of ${taskId}`, phase: 'completed', pagesCompleted: PAGES, pagesTotal: PAGES, pagesFailed: 0 };
	const outcome = input['waitUntil'] === 'canChat' ? 'can_chat' : 'finished';
	const result = {
		version: 1,
		agentId: textOr(input['agentId'], SAMPLE_AGENT),
		run: { ...run, startedAt: at, error: null },
		outcome,
		adopted: false,
		endSeen: outcome === 'finished',
		canChat: true,
		waitedSeconds: SECONDS,
		audit: { postAttempts: 1, ambiguous: false, duplicates: [], before: null, looks: [], assumed: null },
	};
	const what = outcome === 'finished' ? 'The run has ended' : 'The agent can chat';
	const end = done(outcome, 'Completed', `${what}: ${PAGES} of ${PAGES} pages.`, result);
	const figures = { runId: run.id, phase: run.phase, pagesCompleted: PAGES, pagesTotal: PAGES, pagesFailed: 0 };
	return { ...end, figures: { ...figures, canChat: true } };
}

const ERROR = { type: 'training_failed', title: 'Sample of a failure', detail: 'No agent was retrained.' };

/** @param atLeast agents. More are made up if fewer are chosen */
function ofMany({ input, taskId }: SampleRequest, atLeast: number, isTrained: (isLast: boolean) => boolean) {
	const chosen = textsOr(input['agentIds'], [SAMPLE_AGENT, `${SAMPLE_AGENT}_2`]);
	const agents = chosen.length >= atLeast ? chosen : [...chosen, SAMPLE_AGENT];
	const rows = agents.map((agentId, index): IDataObject => {
		const trained = isTrained(index === agents.length - 1);
		return {
			agentId,
			status: trained ? 'completed' : 'failed',
			taskId: `${taskId}/${index}`,
			run: trained ? { id: `run ${index} of ${taskId}`, pagesCompleted: PAGES, pagesFailed: 0 } : null,
			adopted: false,
			canChat: trained ? true : null,
			endSeen: trained ? true : null,
			waitedSeconds: SECONDS,
			error: trained ? null : ERROR,
		};
	});
	const completed = rows.filter(({ status }) => status === 'completed').length;
	const bad = rows.length - completed;
	const counts = { completed, failed: bad, timed_out: 0, cancelled: 0, not_started: 0 };
	const result = { version: 1, connection: textOr(input['connection'], 'sample'), schedule: null, counts, rows };
	const message = `${completed} of ${rows.length} agents were retrained${bad === 0 ? '' : `, ${bad} failed`}.`;
	return { result, message, figures: { itemsDone: rows.length, itemsTotal: rows.length, itemsFailed: bad } };
}

export const retrainSamples: readonly Sample[] = [
	failed,
	{ value: 'trained', name: 'Trained', description: 'The agent was retrained, and every page was read', end: ofOne },
];

export const retrainManySamples: readonly Sample[] = [
	{
		value: 'failed',
		name: 'Failed',
		description: 'No agent was retrained',
		end(request) {
			const { result, message, figures } = ofMany(request, 1, () => false);
			const shown = { word: 'No agent retrained', tone: 'bad', needsAttention: true } as const;
			return { ...notDone('failed', shown, message, result), figures };
		},
	},
	{
		value: 'partlyFailed',
		name: 'Partly Failed',
		description: 'The last agent was not retrained. If you chose one agent only, another one is made up.',
		end(request) {
			const { result, message, figures } = ofMany(request, 2, (isLast) => !isLast);
			const shown = { word: 'Some agents failed', tone: 'attention', needsAttention: true } as const;
			return { ...notDone('partly_failed', shown, message, result), figures };
		},
	},
	{
		value: 'trained',
		name: 'Trained',
		description: 'Every agent was retrained',
		end(request) {
			const { result, message, figures } = ofMany(request, 1, () => true);
			return { ...done('completed', 'Completed', message, result), figures };
		},
	},
];
