import { inWords } from '../task/export-words';
import { reportProgress } from '../task/progress';
import type { TaskProgress } from '../task/visibility';
import { problemOf } from './blockage';
import { totalsOf } from './result';
import type { Round, RoundOutcome } from './state';
import type { ConversationSyncTask } from './task';

/** Each dispatch already costs history events, so progress may be reported this often. */
const REPORT_EVERY_MS = 10_000;
/** Named in a sentence. The result names all. */
const MOST_NAMED = 5;

/** While a round is under way and has read for a while. */
export function reportRound(task: ConversationSyncTask, round: Round): void {
	const { state } = task;
	if (Date.now() - Math.max(round.beganAt, state.progress.reportedAt) < REPORT_EVERY_MS) return;
	const { conversations, due } = totalsOf(state);
	const toRead = due === 0 ? '' : ` ${inWords(due)} transcripts are still to be read.`;
	const listing = round.toList.length === 0 ? '' : ` ${inWords(round.toList.length)} lists are still to be read.`;
	report(task, `${inWords(conversations)} conversations are in the tables.${toRead}${listing}${troubleIn(task)}`);
}

export interface EndOfRound {
	outcome: RoundOutcome;
	/** When the next round begins, in milliseconds since 1970. */
	nextAt: number;
}

/** At the end of a round. */
export function reportEnd(task: ConversationSyncTask, { outcome, nextAt }: EndOfRound): void {
	const { state } = task;
	const { conversations, messages, due } = totalsOf(state);
	const { lastRound } = state;
	const problem = problemOf(state);
	const next = {
		// A backlog is read without a pause.
		...(outcome === 'cut' ? {} : { nextAt: new Date(nextAt).toISOString() }),
		...(problem === undefined ? {} : { problem }),
	};
	if (state.agents.length === 0 && state.agentsProblem === null) {
		report(task, 'The key can access no agent. The sync looks again within 5 minutes.', next);
		return;
	}
	const have = `${inWords(conversations)} conversations with ${inWords(messages)} messages`;
	if (due > 0 || lastRound === null) {
		const rest = due === 0 ? '' : `, and ${inWords(due)} transcripts are still to be read`;
		report(task, `${have} are in the tables${rest}.${troubleIn(task)}`, next);
		return;
	}
	const { calls, transcripts, seconds } = lastRound;
	const cost = `The last complete round made ${inWords(calls)} calls, ${inWords(transcripts)} of them for transcripts, in ${inWords(seconds)} s`;
	// What changes just after its list was read waits for the rest of that round, the pause, and the next round.
	const lagSeconds = task.input.intervalSeconds + 2 * Math.ceil(seconds);
	const lag = `What a list shows arrives within ${inWords(lagSeconds)} s`;
	report(task, `Up to date: ${have}. ${cost}. ${lag}.${troubleIn(task)}`, next);
}

/** @param message instead of how far it is */
export function report(task: ConversationSyncTask, message: string, more: Partial<TaskProgress> = {}): void {
	const { state, input } = task;
	const { conversations, due, withoutTranscript } = totalsOf(state);
	const dueAt = dueAtOf(task);
	reportProgress(state.progress, {
		message,
		agents: state.agents.length,
		itemsDone: conversations,
		...(due === 0 ? {} : { itemsTotal: conversations + due }),
		itemsFailed: withoutTranscript,
		destination: input.destination,
		...(state.lastRound === null ? {} : { callsPerRound: state.lastRound.calls }),
		...(state.completeAt === null ? {} : { upToDateAt: new Date(state.completeAt).toISOString() }),
		...(dueAt === null ? {} : { dueAt: new Date(dueAt).toISOString() }),
		...more,
	});
}

/**
 * When the round after the last complete one was due: a round that fails, or that a backlog cuts, does not put it off.
 * In milliseconds since 1970. Null before the first complete round, and while somebody has paused the sync.
 */
function dueAtOf({ state, input }: ConversationSyncTask): number | null {
	const { lastRound, blockedSince } = state;
	if (state.paused) return null;
	if (lastRound === null) return blockedSince;
	return Date.parse(lastRound.beganAt) + (lastRound.seconds + input.intervalSeconds) * 1_000;
}

/** What a person should know, in sentences that begin with a space; empty if there is nothing. */
function troubleIn({ state }: ConversationSyncTask): string {
	const gone = state.agents.filter((agent) => agent.gone).map(({ agentId }) => agentId);
	const others = state.agents.flatMap(({ agentId, gone: isGone, problem }) =>
		isGone || problem === null ? [] : [`${agentId}: ${problem}`],
	);
	const { withoutTranscript } = totalsOf(state);
	return [
		state.agentsProblem === null ? '' : ` The list of agents cannot be read: ${state.agentsProblem}`,
		gone.length === 0 ? '' : ` The service no longer shows these agents: ${named(gone, ', ')}. Their rows stay.`,
		others.length === 0 ? '' : ` These agents cannot be read now. ${named(others, ' ')}`,
		withoutTranscript === 0 ? '' : ` ${inWords(withoutTranscript)} have no transcript, see the column problem.`,
	].join('');
}

function named(all: readonly string[], between: string): string {
	const more = all.length - MOST_NAMED;
	return `${all.slice(0, MOST_NAMED).join(between)}${more > 0 ? ` and ${more} more` : ''}`;
}
