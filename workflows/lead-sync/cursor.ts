import type { TaskProgress } from '../task/visibility';

/** A lead that is done, with its moment of capture (milliseconds since 1970). */
export type DoneLead = [id: number, capturedAt: number];

/** A reading of the list under way, newest first, down to the cursor's `doneBefore`. */
export interface Pass {
	/** Milliseconds since 1970, by the worker's clock. */
	begunAt: number;
	/** The newest lead when it began (milliseconds since 1970): what came later is for the next pass. */
	upTo: number;
	/** Where the next page begins. */
	offset: number;
	/** Ids read last, by which the next page finds its place though the list changed. */
	seen: number[];
	/** The newest of those that it has done. */
	done: DoneLead[];
	/** From when on that names all of them; milliseconds since 1970. */
	doneFrom: number;
}

/**
 * How far a sync is. It goes through continue-as-new, and stands as a row beside the leads where the destination is a
 * database; it holds no personal data.
 */
export interface LeadCursor {
	/** Every lead captured before this is done; milliseconds since 1970. */
	doneBefore: number;
	/** The done ones captured at or after that. */
	done: DoneLead[];
	pass: Pass | null;
	/** When the last pass that was read to its end had begun, milliseconds since 1970: all until then is done. */
	completeAt: number | null;
	/** The last request to read again that was followed, milliseconds since 1970; 0: none. */
	rereadAt: number;
}

/** How many refused leads a sync keeps; at this many it blocks until somebody retries or dismisses them. */
export const MAX_REFUSED = 500;

interface SyncTotals {
	destination: string;
	/** Leads written in all. */
	synced: number;
	/** Leads that are in the list of refused ones. */
	refused: number;
	/** Milliseconds since 1970: everything captured until then was read; null before the first pass has ended. */
	completeAt: number | null;
	/** Milliseconds since 1970: when it looks again; left out while there is more to read. */
	nextAt?: number;
	/** ISO 8601 UTC. */
	at: string;
}

/** How a sync stands, as progress. Used by the workflow and by its activity alike. */
export function describeSync({ destination, synced, refused, completeAt, nextAt, at }: SyncTotals): TaskProgress {
	const state = completeAt === null ? 'Reading the existing leads' : 'Up to date';
	const problems = refused === 0 ? '' : `; ${refused} refused`;
	return {
		message: `${state}: ${synced} ${synced === 1 ? 'lead' : 'leads'} synced${problems}.`,
		itemsDone: synced,
		itemsFailed: refused,
		destination,
		...(completeAt === null ? {} : { upToDateAt: new Date(completeAt).toISOString() }),
		...(nextAt === undefined ? {} : { nextAt: new Date(nextAt).toISOString() }),
		at,
	};
}
