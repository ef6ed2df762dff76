import { CancellationScope, workflowInfo } from '@temporalio/workflow';
import { inWords, timeLeft } from '../task/export-words';
import { reportProgress } from '../task/progress';
import type { Span, TranscriptsRead } from './activities';
import { type ConversationExportTask, mayReport, newTranscripts, type TranscriptState } from './task';

/**
 * Reads that wait for their turn or are under way. One transcript each, so that the connection's queue does not run dry
 * where the service takes half a second and the limit is 600 a minute.
 */
const READS_AT_ONCE = 6;
/** Named in the result. The others are counted. */
const MOST_NAMED = 100;

type Outcome = { span: Span } & ({ read: TranscriptsRead } | { error: unknown });

/** Reads all transcripts of the plan into chunks. Continues as new in between where the history gets long. */
export async function readTranscripts(task: ConversationExportTask): Promise<void> {
	const transcripts = (task.state.transcripts ??= newTranscripts(task.state.atOnce));
	const scope = new CancellationScope();
	const underWay = new Map<number, Promise<Outcome>>();
	const begin = (span: Span) => {
		const outcome = scope.run(() => outcomeOf(task, span));
		underWay.set(span[0], outcome);
	};
	try {
		for (;;) {
			if (!workflowInfo().continueAsNewSuggested) {
				while (underWay.size < READS_AT_ONCE) {
					const span = nextSpan(task, transcripts);
					if (span === null) break;
					begin(span);
				}
			}
			if (underWay.size === 0) {
				if (nextSpan(task, { ...transcripts, rest: [...transcripts.rest] }) === null) return;
				await task.continueAsNew();
			}
			const outcome = await Promise.race(underWay.values());
			underWay.delete(outcome.span[0]);
			if ('error' in outcome) throw outcome.error;
			take(task, transcripts, outcome.span, outcome.read);
			report(task, transcripts);
		}
	} finally {
		// Cancels reads that still wait in the queue and waits for the others, so nothing is stored afterwards.
		scope.cancel();
		await CancellationScope.nonCancellable(() => Promise.all(underWay.values()));
	}
}

/** The next numbers to read, none of two agents; null if all are begun. */
function nextSpan({ state }: ConversationExportTask, transcripts: TranscriptState): Span | null {
	const left = transcripts.rest.shift();
	if (left !== undefined) return left;
	const from = transcripts.begun;
	const agent = state.plan?.agents.find(({ span: [, end] }) => from < end);
	if (agent === undefined) return null;
	const to = Math.min(agent.span[1], from + transcripts.atOnce);
	transcripts.begun = to;
	return [from, to];
}

async function outcomeOf({ read, run }: ConversationExportTask, span: Span): Promise<Outcome> {
	try {
		return { span, read: await read.readTranscripts({ span, run }) };
	} catch (error) {
		return { span, error };
	}
}

function take(
	{ state }: ConversationExportTask,
	transcripts: TranscriptState,
	[from, to]: Span,
	{ attempt, next, calls, atOnce, missing, agentGone }: TranscriptsRead,
): void {
	if (attempt !== 1) transcripts.attempts[from] = attempt;
	if (next < to) transcripts.rest.push([next, to]);
	transcripts.atOnce = atOnce;
	transcripts.done += next - from;
	transcripts.calls += calls;
	for (const { reason } of missing) state.missing[reason] += 1;
	const named = missing.filter(({ reason }) => reason !== 'agent_gone');
	state.missing.conversations = [...state.missing.conversations, ...named].slice(0, MOST_NAMED);
	if (agentGone !== null) skip(state, transcripts, agentGone);
}

/** Nothing more of this agent can be read, and a call for each of its conversations would say the same. */
function skip(state: ConversationExportTask['state'], transcripts: TranscriptState, agentId: string): void {
	if (!state.gone.includes(agentId)) state.gone.push(agentId);
	const span = state.plan?.agents.find((agent) => agent.agentId === agentId)?.span;
	if (span === undefined) return;
	const [from, to] = span;
	const dropped = transcripts.rest.filter(([begin]) => begin >= from && begin < to);
	transcripts.rest = transcripts.rest.filter((rest) => !dropped.includes(rest));
	if (transcripts.begun >= from && transcripts.begun < to) {
		dropped.push([transcripts.begun, to]);
		transcripts.begun = to;
	}
	transcripts.skipped.push(...dropped);
	const count = dropped.reduce((sum, [begin, end]) => sum + end - begin, 0);
	state.missing.agent_gone += count;
	transcripts.done += count;
}

function report({ state }: ConversationExportTask, { done, since }: TranscriptState): void {
	if (!mayReport(state)) return;
	const total = state.plan?.conversations ?? 0;
	reportProgress(state.progress, {
		message: `${inWords(done)} of ${inWords(total)} transcripts read${timeLeft(Date.now() - since, done, total)}.`,
		itemsDone: done,
		itemsTotal: total,
	});
}
