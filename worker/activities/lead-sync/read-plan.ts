import { type Lead, type LeadFilter, offsetAfter, type Page } from '../../../api';
import type { DoneLead, LeadCursor, Pass } from '../../../workflows/lead-sync/cursor';
import type { SyncPage } from '../../../workflows/lead-sync/activities';
import type { Skipped } from '../../../workflows/leads/filter';
import { LATE_MS } from '../../../workflows/task/late-items';
import { wantedOf } from '../task/wanted-leads';

const DAY_MS = 24 * 3_600_000;
/** Number of finished leads that the cursor lists by id. If there are more, the sync looks back less far. */
const MAX_DONE = 500;
/** Two pages. */
const MAX_SEEN = 200;
/** If a page shares no lead with the one before, the sync goes back by so many items. */
const STEP_BACK = 50;

/** Which leads wait for the end of their conversation. */
export interface Holding {
	isHeld: (lead: Lead) => boolean;
	/** How long a lead may wait after its capture, in milliseconds. */
	longestMs: number;
}

const NOBODY_WAITS: Holding = { isHeld: () => false, longestMs: -Infinity };

export interface Step {
	/** Leads to write, oldest first. */
	leads: Lead[];
	/** Leads that wait, oldest first. */
	held: Lead[];
	/** The cursor once they are written. */
	cursor: LeadCursor;
	/** Whether the pass has further pages. */
	more: boolean;
}

/** Without the leads that the filter skips. The cursor counts them as done. */
export interface FilteredStep extends Step {
	/** Undefined: the filter skipped none. */
	skipped: Skipped | undefined;
}

export function filtered(step: Step, filter: LeadFilter | undefined): FilteredStep {
	const { wanted, skipped } = wantedOf(step.leads, filter);
	return { ...step, leads: wanted, skipped };
}

export function newCursor(doneBefore: number): LeadCursor {
	return { doneBefore, done: [], pass: null, completeAt: null, rereadAt: 0 };
}

/**
 * The cursor after a request to read leads again, unless the cursor already includes that request. Leads that were
 * pending before stay pending, also those older than the requested time. Of these, the sync skips leads that it knows
 * to be done.
 */
export function withReread(cursor: LeadCursor, reread: SyncPage['reread']): LeadCursor {
	if (reread === null || reread.requestedAt <= cursor.rereadAt) return cursor;
	const { doneBefore, done, pass, completeAt } = cursor;
	return {
		doneBefore: Math.min(reread.from, doneBefore),
		done: [...done, ...(pass?.done ?? [])].filter(([, at]) => at < reread.from),
		pass: null,
		completeAt,
		rereadAt: reread.requestedAt,
	};
}

/** The query of a page. */
export interface Place {
	offset: number;
	/** YYYY-MM-DD, inclusive. */
	startDate?: string;
}

/**
 * The next page's query. It includes the day before, because the service does not specify the time zone of its days.
 */
export function placeOf({ doneBefore, pass }: LeadCursor): Place {
	const offset = pass?.offset ?? 0;
	if (doneBefore <= DAY_MS) return { offset };
	return { offset, startDate: new Date(doneBefore - DAY_MS).toISOString().slice(0, 10) };
}

/**
 * The next step of a sync, from a page that it read. The list is newest first and changes meanwhile, so each page
 * overlaps the one before. If a page shares no lead with that, the sync reads again from further up.
 * @param now milliseconds since 1970
 * @param holding leads that wait. They are not done, so that a later pass meets them again
 */
export function stepOver(
	before: LeadCursor,
	{ items, total }: Page<Lead>,
	now: number,
	{ isHeld, longestMs }: Holding = NOBODY_WAITS,
): Step {
	const pass = before.pass ?? beginPass(items, before, now);
	const seen = new Set(pass.seen);
	if (pass.offset > 0 && !items.some(({ id }) => seen.has(id))) {
		const back: Pass = { ...pass, offset: Math.max(0, pass.offset - STEP_BACK) };
		return { leads: [], held: [], cursor: { ...before, pass: back }, more: true };
	}
	const known = new Set([...seen, ...[...before.done, ...pass.done].map(([id]) => id)]);
	const open = items.filter((lead) => {
		const at = momentOf(lead);
		return at >= before.doneBefore && at <= pass.upTo && !known.has(lead.id);
	});
	const leads = open.filter((lead) => !isHeld(lead));
	const held = open.filter((lead) => isHeld(lead));
	const read = withRead(pass, items, leads, held, longestMs);
	const last = items.length === 0 || pass.offset + items.length >= total;
	const more = !last && !items.some((lead) => momentOf(lead) < before.doneBefore);
	const cursor = more ? continuePass(before, read, items.length) : endPass(before, read, longestMs);
	return { leads: leads.reverse(), held: held.reverse(), cursor, more };
}

function beginPass(items: Lead[], { doneBefore }: LeadCursor, now: number): Pass {
	return {
		begunAt: now,
		upTo: Math.max(doneBefore, ...items.map(momentOf)),
		offset: 0,
		seen: [],
		done: [],
		doneFrom: 0,
	};
}

function withRead(pass: Pass, items: Lead[], leads: Lead[], held: Lead[], longestMs: number): Pass {
	const ids = items.map(({ id }) => id);
	const seen = [...pass.seen.filter((id) => !ids.includes(id)), ...ids].slice(-MAX_SEEN);
	const done = [...pass.done, ...leads.map((lead): DoneLead => [lead.id, momentOf(lead)])];
	const { kept, from } = newest(done, pass.begunAt - longestMs);
	const heldFrom = Math.min(pass.heldFrom ?? Infinity, ...held.map(momentOf));
	const waiting = heldFrom === Infinity ? {} : { heldFrom };
	return { ...pass, seen, done: kept, doneFrom: Math.max(pass.doneFrom, from), ...waiting };
}

function continuePass(before: LeadCursor, pass: Pass, length: number): LeadCursor {
	return { ...before, pass: { ...pass, offset: offsetAfter(pass.offset, length) } };
}

function endPass(before: LeadCursor, pass: Pass, longestMs: number): LeadCursor {
	const { begunAt, upTo, done, doneFrom, heldFrom = Infinity } = pass;
	const { kept, from } = newest([...before.done, ...done], begunAt - longestMs);
	const reached = Math.max(before.doneBefore, doneFrom, from, Math.min(upTo, begunAt - LATE_MS));
	const doneBefore = Math.min(heldFrom, reached);
	return { ...before, doneBefore, done: kept.filter(([, at]) => at >= doneBefore), pass: null, completeAt: begunAt };
}

/**
 * @param from milliseconds since 1970: all later ones are kept, however many they are. A lead that waits is later
 * @returns the newest ones, and the time from which on they are complete
 */
function newest(done: DoneLead[], from: number): { kept: DoneLead[]; from: number } {
	const ordered = done.toSorted(([, one], [, other]) => other - one);
	const later = ordered.findIndex(([, at]) => at < from);
	const most = Math.max(MAX_DONE, later === -1 ? ordered.length : later);
	const dropped = ordered[most];
	return { kept: ordered.slice(0, most), from: dropped === undefined ? 0 : dropped[1] + 1 };
}

function momentOf({ capturedAt }: Lead): number {
	return Date.parse(capturedAt);
}
