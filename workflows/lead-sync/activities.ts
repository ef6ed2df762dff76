import type { LeadCursor } from './cursor';

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
	/** For the progress to show while there is nothing new. */
	totals: { synced: number; refused: number };
}

export interface SyncedPage {
	cursor: LeadCursor;
	written: number;
	refused: Array<{ leadId: number; reason: string }>;
	/** Ids of the page's leads that the destination has. Filled if the sync had refused leads, which may be among them. */
	brought: number[];
}

/** `gone`: the service no longer has the lead. */
export type SyncedLead = { outcome: 'written' | 'gone' } | { outcome: 'refused'; reason: string };

/** Activities on the queue of a connection; each makes one API call and writes the leads to the destination. */
export interface LeadSyncActivities {
	/**
	 * Reads the next page and writes it. Fails as `not_yet`, to be retried by the server, while there is nothing new. Fails
	 * as retryable while the service or the destination is unavailable.
	 */
	syncPage(page: SyncPage): Promise<SyncedPage>;
	/** Reads one lead and writes it. */
	syncLead(of: SyncOf, leadId: number): Promise<SyncedLead>;
}
