import type { Lead, List } from '../../../api';
import type { DoneLead, LeadCursor, Pass } from '../../../workflows/lead-sync/cursor';
import type { SyncPage } from '../../../workflows/lead-sync/activities';

const DAY_MS = 24 * 3_600_000;
/** A lead may come to show in the list a while after its own moment of capture: so far back is looked again. */
const LATE_MS = 10 * 60_000;
/** Done leads that are remembered one by one; where more came at once, it is looked back less far. */
const MAX_DONE = 500;
/** Two pages. */
const MAX_SEEN = 200;
/** Of a hundred items ten are read again on the next page, and fifty when it met nothing known. */
const STEP_SHARE = 0.9;
const STEP_BACK = 50;

export interface Step {
	/** To be written, oldest first. */
	leads: Lead[];
	/** Once they are. */
	cursor: LeadCursor;
	/** There may be more: this was not the last page of its pass. */
	more: boolean;
}

export function newCursor(doneBefore: number): LeadCursor {
	return { doneBefore, done: [], pass: null, completeAt: null, rereadAt: 0 };
}

/**
 * The cursor after a request to read again, unless that was followed before. What was not read yet is still to be read,
 * also where it is older than what was asked for; of that, leads that are known to be done are left out.
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

/** The next page's place. The day before is read too: the service does not say in which time zone it counts days. */
export function placeOf({ doneBefore, pass }: LeadCursor): { offset: number; startDate?: string } {
	const offset = pass?.offset ?? 0;
	if (doneBefore <= DAY_MS) return { offset };
	return { offset, startDate: new Date(doneBefore - DAY_MS).toISOString().slice(0, 10) };
}

/**
 * What a page means for a sync. The list is newest first and changes while it is read, so each page overlaps the one
 * before; one that meets nothing known is read again from further up.
 * @param now milliseconds since 1970
 */
export function stepOver(before: LeadCursor, { items, total }: List<Lead>, now: number): Step {
	const pass = before.pass ?? begin(items, before, now);
	const seen = new Set(pass.seen);
	if (pass.offset > 0 && !items.some(({ id }) => seen.has(id))) {
		const back: Pass = { ...pass, offset: Math.max(0, pass.offset - STEP_BACK) };
		return { leads: [], cursor: { ...before, pass: back }, more: true };
	}
	const known = new Set([...seen, ...[...before.done, ...pass.done].map(([id]) => id)]);
	const leads = items.filter((lead) => {
		const at = momentOf(lead);
		return at >= before.doneBefore && at <= pass.upTo && !known.has(lead.id);
	});
	const read = withRead(pass, items, leads);
	const last = items.length === 0 || pass.offset + items.length >= total;
	const more = !last && !items.some((lead) => momentOf(lead) < before.doneBefore);
	const cursor = more ? goOn(before, read, items.length) : end(before, read);
	return { leads: leads.reverse(), cursor, more };
}

function begin(items: Lead[], { doneBefore }: LeadCursor, now: number): Pass {
	return {
		begunAt: now,
		upTo: Math.max(doneBefore, ...items.map(momentOf)),
		offset: 0,
		seen: [],
		done: [],
		doneFrom: 0,
	};
}

function withRead(pass: Pass, items: Lead[], leads: Lead[]): Pass {
	const ids = items.map(({ id }) => id);
	const seen = [...pass.seen.filter((id) => !ids.includes(id)), ...ids].slice(-MAX_SEEN);
	const { kept, from } = newest([...pass.done, ...leads.map((lead): DoneLead => [lead.id, momentOf(lead)])]);
	return { ...pass, seen, done: kept, doneFrom: Math.max(pass.doneFrom, from) };
}

function goOn(before: LeadCursor, pass: Pass, length: number): LeadCursor {
	const step = Math.max(1, Math.min(length - 1, Math.floor(length * STEP_SHARE)));
	return { ...before, pass: { ...pass, offset: pass.offset + step } };
}

function end(before: LeadCursor, { begunAt, upTo, done, doneFrom }: Pass): LeadCursor {
	const { kept, from } = newest([...before.done, ...done]);
	const doneBefore = Math.max(before.doneBefore, doneFrom, from, Math.min(upTo, begunAt - LATE_MS));
	return { ...before, doneBefore, done: kept.filter(([, at]) => at >= doneBefore), pass: null, completeAt: begunAt };
}

/** @returns the newest so many, and from when on they are all that there were */
function newest(done: DoneLead[]): { kept: DoneLead[]; from: number } {
	const ordered = done.toSorted(([, one], [, other]) => other - one);
	const dropped = ordered[MAX_DONE];
	return { kept: ordered.slice(0, MAX_DONE), from: dropped === undefined ? 0 : dropped[1] + 1 };
}

function momentOf({ capturedAt }: Lead): number {
	return Date.parse(capturedAt);
}
