import fc from 'fast-check';
import type { SyncedPage, SyncPage } from './activities';
import type { DoneLead, LeadCursor } from './cursor';
import { packPage, packResult, unpackPage, unpackResult } from './packed-cursor';

const time = fc.integer({ min: 0, max: 4e12 });
const ids = fc.array(fc.nat(), { maxLength: 20 });
const done = fc.array(fc.tuple(fc.nat(), time), { maxLength: 20 });
const pass = fc.record({ begunAt: time, upTo: time, offset: fc.nat(), seen: ids, done, doneFrom: time });
const cursors: fc.Arbitrary<LeadCursor> = fc.record({
	doneBefore: time,
	done,
	completeAt: fc.option(time),
	rereadAt: time,
	pass: fc.option(pass),
});

/** As it goes through a history. */
const throughJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

const pageWith = (cursor: LeadCursor | null): SyncPage => ({
	of: { connection: 'c', agentId: 'a', destination: 'd' },
	cursor,
	startAt: 0,
	reread: null,
	intervalMs: 1,
	totals: { synced: 0, refused: 0 },
});
const resultWith = (cursor: LeadCursor): SyncedPage => ({ cursor, written: 1, refused: [], brought: [] });

test('a page and its result come back unchanged', () => {
	fc.assert(
		fc.property(fc.option(cursors), cursors, fc.boolean(), (before, other, keepsDone) => {
			const after = keepsDone && before !== null ? { ...other, done: before.done } : other;
			const page = pageWith(before);
			expect(unpackPage(throughJson(packPage(page)))).toEqual(page);
			const result = resultWith(after);
			expect(unpackResult(throughJson(packResult(result, before)), before)).toEqual(result);
		}),
	);
});

test('what a page leaves as it was is not in its result', () => {
	const leads = Array.from({ length: 500 }, (_, index): DoneLead => [9_000_000 - index, 1_763_000_000_000 - index]);
	const reading = { begunAt: 1, upTo: 1, offset: 900, seen: [1, 2], done: leads, doneFrom: 1 };
	const before: LeadCursor = { doneBefore: 0, done: leads, completeAt: null, rereadAt: 0, pass: reading };
	const after = { ...before, pass: { ...reading, offset: 990, seen: [2, 3] } };
	expect(JSON.stringify(packResult(resultWith(after), before)).length).toBeLessThan(300);
});
