import { type Skipped, skippedWords } from '../leads/filter';
import type { TaskProgress } from '../task/visibility';

/** A lead that is done, with its moment of capture (milliseconds since 1970). */
export type DoneLead = [id: number, capturedAt: number];

/** A reading of the list under way, newest first, down to the cursor's `doneBefore`. */
export interface Pass {
	/** Milliseconds since 1970, by the worker's clock. */
	begunAt: number;
	/** The newest lead at its start (milliseconds since 1970). The next pass reads later ones. */
	upTo: number;
	/** Where the next page begins. */
	offset: number;
	/** Ids read last, by which the next page finds its place even if the list changed. */
	seen: number[];
	/** The newest of those that it has done. */
	done: DoneLead[];
	/** From when on that names all of them; milliseconds since 1970. */
	doneFrom: number;
	/** The oldest lead that waits for the end of its conversation; milliseconds since 1970. Default: none waits */
	heldFrom?: number | undefined;
}

/**
 * How far a sync is. It survives continue-as-new. If the destination is a database, it is also a row there. It holds no
 * personal data.
 */
export interface LeadCursor {
	/** Every lead captured before this is done; milliseconds since 1970. */
	doneBefore: number;
	/** The done ones captured at or after that. */
	done: DoneLead[];
	pass: Pass | null;
	/** Start of the last complete pass, milliseconds since 1970: all leads until then are done. */
	completeAt: number | null;
	/** The last handled request to read again, milliseconds since 1970; 0: none. */
	rereadAt: number;
}

/**
 * A lead that came before its conversation ended, and comes again then: its id, its moment of capture (milliseconds since
 * 1970), and what is left to write of it. 0: all, as the destination did not take it. 1: its conversation. 2: nothing.
 */
export type EarlyLead = [id: number, capturedAt: number, left: 0 | 1 | 2];

/** The longest time between two checks of a sync. While it lasts, a call may wait for its next attempt. */
export const LONGEST_INTERVAL_SECONDS = 24 * 3600;

/** How many refused leads a sync keeps; at this many it blocks until somebody retries or dismisses them. */
export const MAX_REFUSED = 500;
/** How many leads its list can have, with those that block nobody. */
export const MAX_LISTED = 1_000;

interface SyncTotals {
	destination: string;
	/** The name of the flow, if the destination is one. */
	flow?: string;
	/** Leads written in total. */
	synced: number;
	/** Leads that are in the list of refused ones, for whatever reason. */
	refused: number;
	/** Of these: leads that do not fit and block nobody. Default: 0 */
	setAside?: number;
	/** Of these: leads that the destination has without some values. Default: 0 */
	inPart?: number;
	/** Leads that the filter skipped. Default: none */
	skipped?: Skipped;
	/** Leads that wait for the end of their conversation. Default: 0 */
	waiting?: number;
	/** Milliseconds since 1970: everything captured until then was read; null before the first pass has ended. */
	completeAt: number | null;
	/** Milliseconds since 1970: when it checks again. Absent while there is more to read. */
	nextAt?: number;
	/** ISO 8601 UTC. */
	at: string;
}

/** How a sync stands, as progress. Used by the workflow and by its activity alike. */
export function describeSync(totals: SyncTotals): TaskProgress {
	const { destination, flow, synced, refused, completeAt, nextAt, at } = totals;
	const state = completeAt === null ? 'Reading the existing leads' : 'Up to date';
	const into = flow === undefined ? '' : ` to the n8n flow "${flow}"`;
	return {
		message: `${state}: ${synced} ${synced === 1 ? 'lead' : 'leads'} synced${into}${problemWords(totals)}${skippedWords(totals.skipped)}.${waitingWords(totals.waiting)}`,
		itemsDone: synced,
		itemsFailed: refused,
		destination,
		...(flow === undefined ? {} : { flow }),
		...(completeAt === null ? {} : { upToDateAt: new Date(completeAt).toISOString() }),
		...(nextAt === undefined ? {} : { nextAt: new Date(nextAt).toISOString() }),
		at,
	};
}

function waitingWords(waiting = 0): string {
	if (waiting === 0) return '';
	return waiting === 1
		? ' 1 lead waits for the end of its conversation.'
		: ` ${waiting} leads wait for the end of their conversation.`;
}

/** For the end of a sentence about a sync: its leads in the list of refused ones, by what became of them. */
export function problemWords({
	refused,
	setAside = 0,
	inPart = 0,
}: Pick<SyncTotals, 'refused' | 'setAside' | 'inPart'>): string {
	const counts = { refused: refused - setAside - inPart, 'set aside': setAside, 'written in part': inPart };
	return Object.entries(counts)
		.flatMap(([what, count]) => (count === 0 ? [] : [`; ${count} ${what}`]))
		.join('');
}
