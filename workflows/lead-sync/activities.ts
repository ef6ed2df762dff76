import type { LeadFilter } from '../../api';
import type { WantedConversation } from '../leads/conversation';
import type { Skipped } from '../leads/filter';
import type { RefusedLead } from './contract';
import type { EarlyLead, LeadCursor } from './cursor';
import type { Refusal } from './refusals';

/** Signal of a page's activity to its own sync: its attempts have failed for a while. */
export const SYNC_BLOCKED = 'sync-blocked';

/** Types of a page's failures that the destination caused. The service caused all others. */
export const DESTINATION_HELD = 'destination_held';
export const UNKNOWN_DESTINATION = 'unknown_destination';

export function blockedBy(failureType: string): Blockage['by'] {
	return failureType === DESTINATION_HELD || failureType === UNKNOWN_DESTINATION ? 'destination' : 'service';
}

export interface Blockage {
	/** The first failed attempt, milliseconds since 1970. It identifies the blockage. */
	since: number;
	by: 'destination' | 'service';
	/** What the last attempt failed with, without personal data and secrets. */
	reason: string;
	/** The agent whose leads are blocked. Pages of older versions do not tell. */
	agentId?: string;
	/** This blockage was reported, and the page moves again. Default: it is blocked */
	moves?: true;
}

/** Which sync; the same three always mean the same one. */
export interface SyncOf {
	connection: string;
	agentId: string;
	destination: string;
}

export interface SyncPage {
	of: SyncOf;
	/** The task's own cursor; null before its first page. A cursor that the destination keeps has priority. */
	cursor: LeadCursor | null;
	/** Where a sync without a cursor starts, milliseconds since 1970. */
	startAt: number;
	/** Read again from there (both in milliseconds since 1970), unless that was done; null: continue. */
	reread: { requestedAt: number; from: number } | null;
	/** Milliseconds until the next check if there is nothing new. */
	intervalMs: number;
	/** For the progress to show while there is nothing new. See `SyncTotals`. */
	totals: { synced: number; refused: number; setAside?: number; inPart?: number; skipped?: Skipped };
	/** Which leads are wanted. Default: all */
	filter?: LeadFilter;
	/** Only the first lead that the sync reads of each person. Default: false */
	oncePerPerson?: boolean;
	/** What leads bring of their conversation. Default: nothing */
	conversation?: WantedConversation;
	/** Of a sync that writes leads at once, and again later. Default: none */
	early?: EarlyLead[];
	/** The name of the flow, if the sync hands its leads to one. */
	flow?: string;
	/**
	 * Of a sync of several agents: `known`, or `gone` if the service did not show the agent before. The page of one that
	 * is gone waits until it is back, and then returns even if it has nothing new. Default: a sync of one agent
	 */
	ofSeveral?: 'known' | 'gone';
	/**
	 * The blockage that the sync has reported, and since when the sync moves, in milliseconds since 1970; null: it does
	 * not. Default: none is reported
	 */
	reported?: { since: number; movesSince: number | null };
}

export interface SyncedPage {
	cursor: LeadCursor;
	written: number;
	refused: Refusal[];
	/** Leads that were written without some of their values. Default: none */
	inPart?: Refusal[];
	/** Leads that the filter skipped. Default: none */
	skipped?: Skipped;
	/** All leads that come again later. Default: as before the page */
	early?: EarlyLead[];
	/** Ids of the page's leads that the destination has. Filled if the sync had refused leads, which may be among them. */
	brought: number[];
}

/**
 * `gone`: the service no longer has the lead. `skipped`: the settings of the destination skip it, as it has no address.
 * `inPart`: what it was written without.
 */
export type SyncedLead =
	| { outcome: 'written'; inPart?: string }
	| { outcome: 'gone' }
	| { outcome: 'skipped' }
	| { outcome: 'refused'; reason: string; kind?: Refusal['kind'] };

/** Leads of a page that were stored for a flow. */
export interface StoredPage {
	cursor: LeadCursor;
	/** Oldest first. */
	leadIds: number[];
	/** Where the leads are stored; null if there are none. */
	blob: string | null;
	/** Leads that the filter skipped. Default: none */
	skipped?: Skipped;
}

/** `gone`: the service no longer has the lead, or its person was erased. */
export type StoredLead = { outcome: 'stored'; blob: string } | { outcome: 'gone' };

/** A look for agents that a sync does not know yet. */
export interface AgentLook {
	/** Ids of the agents that it knows. */
	known: string[];
	/** How many more it can take. */
	room: number;
	/** Milliseconds until the next look if there is no new agent. */
	intervalMs: number;
}

export interface FoundAgents {
	/** At least one, at most as many as there was room for. */
	agentIds: string[];
	/** The number of new agents beyond that. */
	beyond: number;
}

/** Activities on the queue of a connection; each makes one API call, or several within a pass, and writes the leads. */
export interface LeadSyncActivities {
	/**
	 * Reads the next page and writes it, and within a pass the pages after it, as many as a dispatch may read. Fails as `not_yet`, to be retried by the server, while there is nothing new. Fails
	 * as retryable while the service or the destination is unavailable.
	 */
	syncPage(page: SyncPage): Promise<SyncedPage>;
	/** Reads one lead and writes it. */
	syncLead(of: SyncOf, leadId: number, wanted?: WantedConversation): Promise<SyncedLead>;
	/** Reads the next page as `syncPage` does, and stores its new leads for a flow. */
	storePage(page: SyncPage): Promise<StoredPage>;
	/** Reads one lead and stores it for a flow. */
	storeLead(of: SyncOf, leadId: number, wanted?: WantedConversation): Promise<StoredLead>;
	/** Looks for new agents: a call for each hundred. Fails as `not_yet`, to be retried, while there is none. */
	findNewAgents(look: AgentLook): Promise<FoundAgents>;
}

/** A sync of one agent alone into the same destination. */
export interface OtherSync {
	agentId: string;
	/** Its task. */
	id: string;
	/** Whether it brings leads. One that has ended brings none, nor does one whose flow is not published. */
	isActive: boolean;
}

/** Where a sync that brings no more leads has stopped. */
export interface LeftBehind {
	/** Null: at the start. */
	cursor: LeadCursor | null;
	/** The leads that its destination refused, oldest first. */
	refused: RefusedLead[];
}

/** Activities that call no API. */
export interface StoredLeadActivities {
	/** The syncs of single agents into the destination, for the agents that have one. */
	findOtherSyncs(connection: string, destination: string, agentIds: string[]): Promise<OtherSync[]>;
	/** Null: the task is gone by now. @param id of the task */
	readLeftBehind(id: string): Promise<LeftBehind | null>;
	/** Deletes stored leads. A repeat deletes what is left. */
	discardLeads(blobs: string[]): Promise<void>;
}
