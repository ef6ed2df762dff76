import { patched } from '@temporalio/workflow';
import { isGone, readList } from '../list-reading/read-list';
import { taskFailure } from '../task/failure';
import type { RoundKind } from './activities';
import { failingIn, isOfDestination, noteProblem } from './problems';
import { reportRound } from './progress';
import { type AgentState, newListing, type Round, type RoundOutcome } from './state';
import type { ConversationSyncTask } from './task';

/** So many failures in a row are those of the service or the destination, and no other agent is asked. */
const MOST_FAILURES = 2;

/** Histories of before read no transcript where two lists in a row failed, and began each round with the same agent. */
const IN_TURNS = 'conversation-sync-in-turns';

/**
 * One round: reads the list of each agent, then transcripts, one dispatch of each agent in turn, the newest first. A
 * backlog is read until the next round is due, so that what is new comes before what is old. It is read at least for as
 * long as the lists took: the lists of many agents may take longer than the time between two rounds.
 */
export async function runRound(task: ConversationSyncTask): Promise<RoundOutcome> {
	const { state } = task;
	const round = (state.round ??= newRound(task));
	const listed = await readLists(task, round);
	if (listed === 'blocked') return 'blocked';
	round.listedAt ??= Date.now();
	// Noted in the round, which may continue as new before it ends.
	if (listed === 'partly') round.isPartial = true;
	const read = await readTranscripts(task, round);
	return read === 'complete' && round.isPartial === true ? 'partly' : read;
}

/** Whole lists come last, as new conversations of other agents wait for them. */
function newRound({ state, input }: ConversationSyncTask): Round {
	const { agents, agentCalls } = state;
	const here = agents.filter(({ gone }) => !gone || input.agentIds !== undefined);
	const known = here.filter(({ totals }) => totals.fullAt !== null);
	const fresh = here.filter(({ totals }) => totals.fullAt === null);
	state.agentCalls = 0;
	const toList = [...known, ...fresh].map(({ agentId }) => agentId);
	const toRead = (state.unreached ?? []).filter((agentId) => toList.includes(agentId));
	delete state.unreached;
	return { beganAt: Date.now(), toList, listing: null, toRead, calls: agentCalls, transcripts: 0 };
}

async function readLists(task: ConversationSyncTask, round: Round): Promise<RoundOutcome> {
	let outcome: RoundOutcome = 'complete';
	let failures = 0;
	let worked = 0;
	for (let agentId = round.toList[0]; agentId !== undefined; agentId = round.toList[0]) {
		const agent = agentOf(task, agentId);
		try {
			await readListOf(task, round, agent);
			[failures, worked] = [0, worked + 1];
		} catch (error) {
			noteProblem(agent, error);
			// That one agent is gone says nothing of the others.
			failures = isGone(error) ? 0 : failures + 1;
			outcome = isGone(error) ? outcome : 'partly';
			if (isGone(error)) worked += 1;
			if (isOfDestination(error)) return blocked(task, round, 'destination');
		}
		round.listing = null;
		round.toList.shift();
		if (outcome === 'partly') round.isPartial = true;
		if (failures >= MOST_FAILURES) {
			if (worked === 0 || !patched(IN_TURNS)) return blocked(task, round, 'service');
			// What was listed is read now. The next round begins with the other lists.
			putFirst(task, round.toList);
			round.toList = [];
			return 'partly';
		}
		await task.between();
	}
	return worked === 0 && failures > 0 ? blocked(task, round, 'service') : outcome;
}

/** The next round begins with an agent that this one did not reach. */
function blocked(task: ConversationSyncTask, { toList }: Round, by: 'service' | 'destination'): RoundOutcome {
	task.state.blockedBy = by;
	putFirst(task, toList);
	return 'blocked';
}

function putFirst({ state }: ConversationSyncTask, agentIds: readonly string[]): void {
	const isNext = ({ agentId }: AgentState) => agentIds.includes(agentId);
	state.agents = [...state.agents.filter(isNext), ...state.agents.filter((agent) => !isNext(agent))];
}

async function readListOf(task: ConversationSyncTask, round: Round, agent: AgentState): Promise<void> {
	const listing = (round.listing ??= newListing(agent.agentId, kindOf(task, agent)));
	await readList(listing, {
		get readsAhead() {
			return listing.kind === 'full';
		},
		read: async (offset) => {
			const { kind, roundAt } = listing;
			const of = task.of(agent.agentId);
			const noted = await task.lists.noteConversations({ of, kind, rules: task.rules, roundAt, offset });
			round.calls += noted.calls;
			return noted;
		},
		onRead: ({ kind, due, totals }, followed) => {
			listing.kind = kind;
			agent.due = due;
			agent.totals = totals;
			if (followed === 'lost') throw changesTooFast(agent.agentId);
		},
		report: () => {
			reportRound(task, round);
		},
		continueAsNew: () => task.continueAsNew(),
	});
	agent.problem = null;
	agent.gone = false;
	if (listing.kind === 'full') agent.listedAt = listing.roundAt;
	const hasWork = agent.due > 0 || agent.listedAt !== null;
	if (hasWork && !round.toRead.includes(agent.agentId)) round.toRead.push(agent.agentId);
}

function changesTooFast(agentId: string): Error {
	return taskFailure({
		type: 'list_changes_too_fast',
		title: 'The list of conversations changes faster than it can be read',
		status: 409,
		detail: `Too many conversations of agent ${agentId} were deleted while the sync read them. The next round reads the list again.`,
	});
}

/** Null: the activity decides by the tables. While the end of a full round is open, no other begins. */
function kindOf({ state }: ConversationSyncTask, agent: AgentState): RoundKind | null {
	if (agent.listedAt !== null && agent.listedAt < state.rereadAt) agent.listedAt = null;
	return agent.listedAt === null ? null : 'recent';
}

function agentOf({ state }: ConversationSyncTask, agentId: string): AgentState {
	const agent = state.agents.find((each) => each.agentId === agentId);
	if (agent === undefined) throw new Error(`The sync does not know the agent ${agentId}.`);
	return agent;
}

/** Reads what is due. */
async function readTranscripts(task: ConversationSyncTask, round: Round): Promise<Exclude<RoundOutcome, 'blocked'>> {
	const { input } = task;
	let failures = 0;
	let outcome: 'complete' | 'partly' = 'complete';
	for (let agentId = round.toRead.shift(); agentId !== undefined; agentId = round.toRead.shift()) {
		const agent = agentOf(task, agentId);
		try {
			if (!(await readSome(task, round, agent))) round.toRead.push(agentId);
			failures = 0;
		} catch (error) {
			noteProblem(agent, error);
			agent.failing = failingIn(error) ?? agent.failing;
			if (!isGone(error)) {
				outcome = 'partly';
				round.isPartial = true;
			}
			failures = isGone(error) ? 0 : failures + 1;
			if (failures >= MOST_FAILURES || isOfDestination(error)) {
				keepUnreached(task, round);
				return outcome;
			}
		}
		reportRound(task, round);
		await task.between();
		if (round.toRead.length > 0 && isOver(round, input.intervalSeconds * 1000)) {
			keepUnreached(task, round);
			return 'cut';
		}
	}
	return outcome;
}

function isOver({ beganAt, listedAt = beganAt }: Round, intervalMs: number): boolean {
	const hasPassed = Date.now() - beganAt >= intervalMs;
	if (!hasPassed || !patched(IN_TURNS)) return hasPassed;
	return Date.now() - listedAt >= listedAt - beganAt;
}

function keepUnreached({ state }: ConversationSyncTask, { toRead }: Round): void {
	if (toRead.length > 0 && patched(IN_TURNS)) state.unreached = [...toRead];
}

/** One dispatch. @returns whether the agent is done */
async function readSome(task: ConversationSyncTask, round: Round, agent: AgentState): Promise<boolean> {
	const { listedAt } = agent;
	const isEnd = listedAt !== null && agent.due === 0;
	const { calls, done, due, totals, failing } = await task.transcripts.syncTranscripts({
		of: task.of(agent.agentId),
		roundAt: listedAt ?? round.beganAt,
		endsFullRound: isEnd,
		...(agent.failing === undefined ? {} : { failing: agent.failing }),
	});
	round.calls += calls;
	round.transcripts += done;
	agent.due = due;
	agent.totals = totals;
	agent.failing = failing;
	// Ended in the tables, unless another sync has marked some that have to be read first.
	if (isEnd && (totals.fullAt ?? 0) >= listedAt) agent.listedAt = null;
	return due === 0 && agent.listedAt === null;
}
