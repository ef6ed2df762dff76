import { inWords } from '../task/export-words';
import { reportProgress } from '../task/progress';
import type { TaskProgress } from '../task/visibility';
import { totalsOf } from './result';
import type { Round } from './state';
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

/** At the end of a round. @param nextAt when the next one begins, in milliseconds since 1970 */
export function reportEnd(task: ConversationSyncTask, nextAt: number): void {
	const { state } = task;
	const { conversations, messages, due } = totalsOf(state);
	const { lastRound } = state;
	const next = { nextAt: new Date(nextAt).toISOString() };
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
	const lag = `What a list shows arrives within ${inWords(task.input.intervalSeconds + Math.ceil(seconds))} s`;
	report(task, `Up to date: ${have}. ${cost}. ${lag}.${troubleIn(task)}`, next);
}

/** @param message instead of how far it is */
export function report(task: ConversationSyncTask, message: string, more: Partial<TaskProgress> = {}): void {
	const { state, input } = task;
	const { conversations, due, withoutTranscript } = totalsOf(state);
	reportProgress(state.progress, {
		message,
		itemsDone: conversations,
		...(due === 0 ? {} : { itemsTotal: conversations + due }),
		itemsFailed: withoutTranscript,
		destination: input.destination,
		...(state.lastRound === null ? {} : { callsPerRound: state.lastRound.calls }),
		...(state.completeAt === null ? {} : { upToDateAt: new Date(state.completeAt).toISOString() }),
		...more,
	});
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
