/** Input of lead-sync, version 1. */
export interface LeadSyncInput {
	version: 1;
	/** A connection of the worker's configuration. */
	connection: string;
	agentId: string;
	/** A destination of the worker's configuration. */
	destination: string;
	/** Seconds between two looks for new leads. */
	intervalSeconds: number;
	/** YYYY-MM-DD, UTC: leads captured before this day are left out; left out: all there are. */
	startDate?: string;
}

/** What a sync did until it was stopped: it has no end of its own. */
export interface LeadSyncResult {
	version: 1;
	agentId: string;
	destination: string;
	/** Leads written in all. */
	leadsSynced: number;
	/** Leads that the destination refused and that nobody retried. */
	leadsRefused: number;
	/** ISO 8601 UTC: every lead captured until then was read; null when no pass came to its end. */
	completeUntil: string | null;
}

/** A lead that the destination refused. */
export interface RefusedLead {
	leadId: number;
	reason: string;
	/** ISO 8601 UTC. */
	at: string;
}

/** How many refused leads are kept; when there are as many, the sync holds. */
export const MAX_REFUSED = 500;
