import { type ListReading, newListReading } from '../list-reading/read-list';
import type { ActionResponse, Answered } from '../task/actions';
import { newProgress, type ProgressState } from '../task/progress';
import type { ReportedBlockage } from '../task/resumption';
import type { ConversationTotals, RoundKind } from './activities';
import type { SyncRound } from './contract';

/** An agent of the sync, as far as the last calls have shown. */
export interface AgentState {
	agentId: string;
	totals: ConversationTotals;
	/** Conversations whose transcripts have to be read. */
	due: number;
	/** The service no longer shows it. */
	gone: boolean;
	/** Why it could not be read in this round or the last one; null: it could. */
	problem: string | null;
	/** When the full round began whose list is read, and whose end is not in the tables; else null. */
	listedAt: number | null;
	/** What the last dispatch of transcripts handed back of a conversation that fails. */
	failing?: unknown;
}

export function newAgent(agentId: string): AgentState {
	const totals = { conversations: 0, messages: 0, deleted: 0, withoutTranscript: 0, fullAt: null };
	return { agentId, totals, due: 0, gone: false, problem: null, listedAt: null };
}

/** The list that is being read. */
export interface Listing extends ListReading<string> {
	agentId: string;
	/** Null until the first pages are read. */
	kind: RoundKind | null;
	/** Milliseconds since 1970. */
	roundAt: number;
}

export function newListing(agentId: string, kind: RoundKind | null): Listing {
	return { agentId, kind, roundAt: Date.now(), ...newListReading<string>() };
}

/** A round over all agents: first all lists, then the transcripts. */
export interface Round {
	/** Milliseconds since 1970. */
	beganAt: number;
	/** Agents whose lists are to be read; the first one is being read. */
	toList: string[];
	listing: Listing | null;
	/** Agents with transcripts to read, the next one first. */
	toRead: string[];
	calls: number;
	transcripts: number;
	/** When all lists were read, in milliseconds since 1970. Undefined: they are being read. */
	listedAt?: number;
	/** An agent failed, so the round is not complete. Undefined: none did. */
	isPartial?: boolean;
}

/**
 * - `complete`: all that was due is read.
 * - `cut`: the next round is due before the backlog is read.
 * - `partly`: an agent failed, and others did not.
 * - `blocked`: nothing can be read or written.
 */
export type RoundOutcome = 'complete' | 'cut' | 'partly' | 'blocked';

/** Everything a sync must not lose when it continues as new. What it has read is in the tables. */
export interface ConversationSyncState {
	/** In the order in which they are listed. */
	agents: AgentState[];
	/** When the agents were looked for last, in milliseconds since 1970; 0: a look is due. */
	agentsAt: number;
	/** Why that failed; null: it did not. */
	agentsProblem: string | null;
	/** Calls for the list of agents that no round has counted. */
	agentCalls: number;
	round: Round | null;
	/** Agents with transcripts that the last round did not reach. The next one reads these first. Undefined: none. */
	unreached?: string[];
	lastRound: SyncRound | null;
	/** Milliseconds since 1970; null before the first round has ended. */
	completeAt: number | null;
	/** Since when no list can be read, in milliseconds since 1970; null: some can. */
	blockedSince: number | null;
	isBlockageReported: boolean;
	/** The blockage that was reported. Syncs of earlier versions lack it. */
	reported?: ReportedBlockage | null;
	blockedBy: 'service' | 'destination';
	/** The name of an event is unique within the task. */
	published: number;
	/** See `RereadRules`. */
	rereadAt: number;
	paused: boolean;
	/** An action asked for a round since the last one began. */
	again: boolean;
	/** Responses to actions, so a repeat has no effect. */
	answered: Array<Answered<ActionResponse>>;
	progress: ProgressState;
}

export function newState(): ConversationSyncState {
	return {
		agents: [],
		agentsAt: 0,
		agentsProblem: null,
		agentCalls: 0,
		round: null,
		lastRound: null,
		completeAt: null,
		blockedSince: null,
		isBlockageReported: false,
		blockedBy: 'service',
		published: 0,
		rereadAt: 0,
		paused: false,
		again: false,
		answered: [],
		progress: newProgress('syncing'),
	};
}
