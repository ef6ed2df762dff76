import fc from 'fast-check';
import type { Lead } from '../../../api';
import type { LeadCursor } from '../../../workflows/lead-sync/cursor';
import { newCursor, placeOf, stepOver, withReread } from './read-plan';

const MINUTE_MS = 60_000;
const START = Date.parse('2026-11-01T00:00:00Z');

function lead(id: number, at: number): Lead {
	return {
		id,
		agentId: 'a',
		conversationId: `c${id}`,
		name: 'N',
		email: `n${id}@example.com`,
		phone: null,
		city: '',
		country: '',
		countryCode: '',
		fields: {},
		capturedAt: new Date(at).toISOString(),
	};
}

/** A newest-first list, as the service shows it. */
class Leads {
	readonly all: Lead[] = [];
	private lastId = 0;

	capture(count: number, at: number): void {
		const isNewest = at >= Date.parse(this.all[0]?.capturedAt ?? '1970-01-01');
		for (let left = count; left > 0; left -= 1) this.all.unshift(lead((this.lastId += 1), at));
		if (isNewest) return;
		this.all.sort((one, other) => Date.parse(other.capturedAt) - Date.parse(one.capturedAt) || other.id - one.id);
	}

	remove(places: number[]): void {
		for (const place of places.toSorted((one, other) => other - one)) this.all.splice(place, 1);
	}

	page({ offset, startDate = '' }: { offset: number; startDate?: string }) {
		const shown = this.all.filter(({ capturedAt }) => capturedAt >= startDate);
		return { items: shown.slice(offset, offset + 100), total: shown.length, limit: 100, offset };
	}
}

/** What a sync writes until its pass is over; `between` changes the list before each page but the first. */
function readPass(leads: Leads, cursor = newCursor(0), now = START, between: () => void = () => undefined) {
	const written: number[] = [];
	for (let pages = 1; ; pages += 1) {
		if (pages > 1) between();
		const step = stepOver(cursor, leads.page(placeOf(cursor)), now);
		written.push(...step.leads.map(({ id }) => id));
		cursor = step.cursor;
		if (!step.more) return { written, cursor, pages };
	}
}

describe('reading what is new', () => {
	it('brings all there are, oldest of each page first, then only what came since', () => {
		const leads = new Leads();
		for (let minute = 310; minute > 60; minute -= 1) leads.capture(1, START - minute * MINUTE_MS);
		const first = readPass(leads);
		expect(first.written).toHaveLength(250);
		expect(new Set(first.written).size).toBe(250);
		expect(first.written.slice(0, 2)).toEqual([151, 152]);
		leads.capture(2, START);
		expect(readPass(leads, first.cursor, START + MINUTE_MS)).toMatchObject({ written: [251, 252], pages: 1 });
	});

	it('finds a lead that shows late, below ones that are done already', () => {
		const leads = new Leads();
		leads.capture(5, START);
		const { cursor } = readPass(leads, newCursor(0), START);
		leads.capture(1, START - 5 * MINUTE_MS);
		expect(readPass(leads, cursor, START + MINUTE_MS).written).toEqual([6]);
	});

	it('leaves out what came before the start', () => {
		const leads = new Leads();
		leads.capture(3, START - 2 * 24 * 60 * MINUTE_MS);
		leads.capture(2, START + MINUTE_MS);
		const { written, cursor } = readPass(leads, newCursor(START), START + 2 * MINUTE_MS);
		expect(written).toEqual([4, 5]);
		expect(placeOf(cursor).startDate).toBe('2026-10-31');
	});

	it('remembers at most 500 leads one by one, and looks back less far after a rush', () => {
		const leads = new Leads();
		leads.capture(700, START);
		const { cursor } = readPass(leads, newCursor(0), START);
		expect(cursor.done.length).toBeLessThanOrEqual(500);
		leads.capture(1, START + 1);
		expect(readPass(leads, cursor, START + MINUTE_MS).written).toEqual([701]);
	});

	it('loses nothing that stays and brings nothing twice, while leads come and go between the pages', () => {
		const change = fc.record({
			come: fc.integer({ min: 0, max: 120 }),
			go: fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { maxLength: 60 }),
		});
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 400 }), fc.array(change, { maxLength: 8 }), (size, changes) => {
				const leads = new Leads();
				for (let each = 0; each < size; each += 1) leads.capture(1, START - (size - each) * MINUTE_MS);
				let now = START;
				const next = [...changes];
				const { written, cursor } = readPass(leads, newCursor(0), now, () => {
					const { come, go } = next.shift() ?? { come: 0, go: [] };
					leads.remove(go.filter((place) => place < leads.all.length));
					leads.capture(come, (now += MINUTE_MS));
				});
				const later = readPass(leads, cursor, now + MINUTE_MS);
				const all = [...written, ...later.written];
				const known = new Set(all);
				expect(leads.all.filter(({ id }) => !known.has(id))).toEqual([]);
				expect(known.size).toBe(all.length);
			}),
			{ numRuns: 60 },
		);
	});
});

describe('reading again from a day', () => {
	const HOUR_MS = 60 * MINUTE_MS;
	const hours = (count: number) => {
		const leads = new Leads();
		for (let hour = count; hour > 0; hour -= 1) leads.capture(1, START - hour * HOUR_MS);
		return leads;
	};
	const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
	const sorted = (written: number[]) => written.toSorted((one, other) => one - other);
	const again = (cursor: LeadCursor, from: number) => withReread(cursor, { requestedAt: START, from });

	it('brings all since then once more, and is followed once', () => {
		const leads = hours(20);
		const { cursor } = readPass(leads);
		const reread = readPass(leads, again(cursor, START - 5 * HOUR_MS));
		expect(sorted(reread.written)).toEqual(ids(16, 20));
		expect(again(reread.cursor, 0)).toBe(reread.cursor);
	});

	it('forgets nothing of a pass that was not at its end, and repeats nothing older that it had done', () => {
		const leads = hours(250);
		const { cursor } = stepOver(newCursor(0), leads.page({ offset: 0 }), START);
		const { written } = readPass(leads, again(cursor, START - 30 * HOUR_MS));
		expect(sorted(written)).toEqual([...ids(1, 150), ...ids(221, 250)]);
	});

	it('reads also what came while the sync was held up, though that is older', () => {
		const leads = hours(10);
		const { cursor } = readPass(leads, newCursor(0), START);
		for (let hour = 1; hour <= 10; hour += 1) leads.capture(1, START + hour * HOUR_MS);
		const { written } = readPass(leads, again(cursor, START + 8 * HOUR_MS), START + 11 * HOUR_MS);
		expect(sorted(written)).toEqual(ids(11, 20));
	});
});
