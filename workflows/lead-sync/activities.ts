import type { LeadCursor } from './cursor';

/** Which sync; the same three always mean the same one. */
export interface SyncOf {
	connection: string;
	agentId: string;
	destination: string;
}

export interface SyncPage {
	of: SyncOf;
	/** The task's own cursor; null before its first page. A destination that keeps one itself decides over it. */
	cursor: LeadCursor | null;
	/** Where a sync without any cursor begins, milliseconds since 1970. */
	startAt: number;
	/** Read again from there (both in milliseconds since 1970), unless that was done; null: go on. */
	reread: { requestedAt: number; from: number } | null;
	/** Milliseconds until the next look when there is nothing new. */
	intervalMs: number;
	/** For the progress that is shown while there is nothing new. */
	totals: { synced: number; refused: number };
}

export interface SyncedPage {
	cursor: LeadCursor;
	written: number;
	refused: Array<{ leadId: number; reason: string }>;
	/** Ids of the page's leads that are at the destination, where the sync had refused ones: it may have been one of them. */
	brought: number[];
}

/** `gone`: the service does not have the lead any more. */
export type SyncedLead = { outcome: 'written' | 'gone' } | { outcome: 'refused'; reason: string };

/** Activities on the queue of a connection; each makes one API call, and writes what came of it to the destination. */
export interface LeadSyncActivities {
	/**
	 * Reads the next page and writes it. Fails as `not_yet`, to be retried by the server, while there is nothing new; and
	 * as a failure that is retried while the service or the destination is away.
	 */
	syncPage(page: SyncPage): Promise<SyncedPage>;
	/** Reads one lead and writes it. */
	syncLead(of: SyncOf, leadId: number): Promise<SyncedLead>;
}
