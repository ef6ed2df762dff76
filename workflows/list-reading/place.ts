/**
 * Reading a list that is newest first and changes meanwhile. New items push the rest down, and deleted
 * ones pull it up, so that an offset alone would miss or repeat. Pages overlap instead, and a page counts only if it
 * has an item that is known: then everything between is known too.
 */
export const PAGE_SIZE = 100;
/** From one page to the next: four items are read twice. More would cost each export further requests. */
export const STEP = 96;
/** After four or more deletions between two pages. */
const STEP_BACK = 50;
/** When that does not help, since more is deleted meanwhile. A page leaps over nothing that is remembered. */
const LONG_STEP_BACK = 200;
const SHORT_STEPS_BACK = 4;
/** Ids that a page may share; those of the last three pages at least. */
const REMEMBERED = 300;
/** After so many steps back in a row the reading begins again at the top, where nothing can be missed. */
const MOST_STEPS_BACK = 20;
/** Then the list will not stand still for as long as a reading takes. */
const MOST_RESTARTS = 50;

/** What an item of a list is known by. */
export type ItemId = number | string;

/** Where a read of a list is, by its items alone. */
export interface PagesRead<Id extends ItemId = ItemId> {
	/** Ids of the first page. */
	first: Id[];
	/** Ids of the last page; the same as `first` when there was one. */
	last: Id[];
	/** Where to read on. */
	nextOffset: number;
}

/** How far a list has been read, without a gap. Survives continue-as-new. */
export interface Place<Id extends ItemId = ItemId> {
	/** Where the next page begins. */
	offset: number;
	/** Ids that were read last. */
	known: Id[];
	/** Steps back in a row. */
	stepsBack: number;
	/** How often steps back led to the top. */
	restarts: number;
}

export function top<Id extends ItemId>(): Place<Id> {
	return { offset: 0, known: [], stepsBack: 0, restarts: 0 };
}

export type Followed = 'followed' | 'stepped-back' | 'lost';

/**
 * Moves on when what was read follows on what is known, else back.
 * - `followed`: it counts.
 * - `stepped-back`: it does not; there may be a gap before it.
 * - `lost`: the list changes faster than it can be read.
 */
export function follow<Id extends ItemId>(place: Place<Id>, read: PagesRead<Id>): Followed {
	if (place.offset === 0 || hasKnown(place, read.first)) {
		place.known = [...place.known, ...read.last].slice(-REMEMBERED);
		place.offset = read.nextOffset;
		place.stepsBack = 0;
		return 'followed';
	}
	place.stepsBack += 1;
	const step = place.stepsBack > SHORT_STEPS_BACK ? LONG_STEP_BACK : STEP_BACK;
	place.offset = place.stepsBack > MOST_STEPS_BACK ? 0 : Math.max(0, place.offset - step);
	if (place.offset > 0) return 'stepped-back';
	place.restarts += 1;
	return place.restarts > MOST_RESTARTS ? 'lost' : 'stepped-back';
}

function hasKnown<Id extends ItemId>({ known }: Place<Id>, ids: readonly Id[]): boolean {
	return ids.some((id) => known.includes(id));
}
