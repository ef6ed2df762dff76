import { setTimeout } from 'node:timers/promises';
import type { Lead } from '../../../api';
import type { SyncedPage } from '../../../workflows/lead-sync/activities';
import type { LeadCursor } from '../../../workflows/lead-sync/cursor';
import { AT_ONCE, dispatch, LEADS, NEWEST, PagesOfLeads, type Taken, TakenTogether } from './testing/pages-of-leads';

/** Reads all leads. */
const MANY = 30;

/** Captured during a pass. */
const newest: Lead = { ...NEWEST, capturedAt: new Date(Date.UTC(2026, 10, 2)).toISOString() };
const manyNew = (nth: number) =>
	Array.from({ length: 70 }, (_, index) => ({ ...newest, id: LEADS + 100 * nth + index }));

let service: PagesOfLeads;

beforeEach(async () => {
	// How long pages take decides how many go together.
	vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
	service = new PagesOfLeads();
	await service.start();
});
afterEach(async () => {
	vi.useRealTimers();
	await service.stop();
});

/** One dispatch that may read on to the end. */
const together = (taken: Taken, cursor: LeadCursor | null) =>
	dispatch(service, taken, cursor, { keeps: true, pagesAtOnce: MANY });

describe('a destination that takes several pages in one transaction', () => {
	it('gets one page more in each, and every lead once', async () => {
		const taken = new TakenTogether(service);
		const { cursor } = await together(taken, null);
		const { written, cursor: end } = await together(taken, cursor);
		expect([written, end.pass]).toEqual([LEADS - 100, null]);
		expect(taken.ids.length).toBe(LEADS);
		expect(new Set(taken.ids).size).toBe(LEADS);
		expect(taken.sizes).toEqual([1, 1, 2, 3, 2]);
	});

	it('gets the wanted leads alone, and the others are counted once', async () => {
		const taken = new TakenTogether(service);
		const filter = { excludeEmails: ['@our-company.example'] };
		let skipped = 0;
		let cursor: LeadCursor | null = null;
		do {
			const page: SyncedPage = await dispatch(service, taken, cursor, { keeps: true, pagesAtOnce: MANY, filter });
			skipped += page.skipped?.email ?? 0;
			({ cursor } = page);
		} while (cursor.pass !== null);
		expect([new Set(taken.ids).size, taken.ids.length, skipped]).toEqual([0.9 * LEADS, 0.9 * LEADS, 0.1 * LEADS]);
	});

	it('writes while the next pages are read', async () => {
		const taken = new TakenTogether(service);
		const { offsets } = service;
		taken.during = async (nth) => {
			const [before, until] = [offsets.length, performance.now() + 60_000];
			while (nth === 2 && offsets.length === before && performance.now() < until) await setTimeout(5);
		};
		const { cursor } = await together(taken, null);
		await together(taken, cursor);
		const [, second] = taken.requests;
		expect(second?.[1]).toBeGreaterThan(second?.[0] ?? 0);
	});

	it.each([
		['are deleted', (nth: number) => service.listed.splice(10 * nth, 5)],
		['are deleted in large numbers', (nth: number) => service.listed.splice(20 * nth, nth % 3 === 0 ? 60 : 0)],
		['are captured', (nth: number) => service.listed.unshift({ ...newest, id: LEADS + nth })],
		['are captured in large numbers', (nth: number) => service.listed.unshift(...manyNew(nth))],
	])('brings each lead once while others %s', async (_what, act) => {
		const taken = new TakenTogether(service);
		service.change = () => act(service.offsets.length);
		let { cursor } = await together(taken, null);
		while (cursor.pass !== null) ({ cursor } = await together(taken, cursor));
		const stayed = service.listed.map(({ id }) => id).filter((id) => id <= LEADS);
		expect(taken.ids).toEqual(expect.arrayContaining(stayed));
		expect(new Set(taken.ids).size).toBe(taken.ids.length);
	});

	it('reads hardly a page in vain where the service gives fewer leads a page than it is asked for', async () => {
		service.pageSize = 50;
		const taken = new TakenTogether(service);
		const { cursor } = await together(taken, null);
		await together(taken, cursor);
		expect(taken.ids.length).toBe(LEADS);
		expect(service.offsets.length - new Set(service.offsets).size).toBeLessThanOrEqual(1);
		expect(service.offsets.length).toBeLessThanOrEqual(Math.ceil((LEADS - 50) / 45) + 3);
	});

	it('makes no more calls than a dispatch may', async () => {
		const taken = new TakenTogether(service);
		const { cursor } = await dispatch(service, taken, null, { keeps: true });
		const second = await dispatch(service, taken, cursor, { keeps: true });
		expect([service.offsets.length, second.written]).toEqual([1 + AT_ONCE, AT_ONCE * 90]);
	});

	it('gets single pages where one takes long', async () => {
		const taken = new TakenTogether(service);
		taken.msOfPage = 600;
		const { cursor } = await together(taken, null);
		await dispatch(service, taken, cursor, { keeps: true, pagesAtOnce: 5 });
		expect(taken.sizes).toEqual([1, 1, 1, 1]);
	});

	it.each([1, 3, 4])('counts the transactions before number %d, which fails, and goes on there', async (failsAt) => {
		const taken = new TakenTogether(service);
		const { cursor } = await together(taken, null);
		taken.failsAt = failsAt;
		// The destination alone knows what it has committed, so the retry tells it.
		await expect(together(taken, cursor)).rejects.toThrow('unavailable');
		taken.failsAt = Infinity;
		let [written, next] = [100, cursor];
		while (next.pass !== null) {
			const answer = await together(taken, next);
			written += answer.written;
			next = answer.cursor;
		}
		expect(written).toBe(LEADS);
		expect(new Set(taken.ids).size).toBe(LEADS);
	});

	it('writes no page after one with a refused lead, and few in vain', async () => {
		const taken = new TakenTogether(service, [LEADS - 500]);
		const { cursor } = await together(taken, null);
		const second = await together(taken, cursor);
		expect(second.refused).toEqual([{ leadId: LEADS - 500, reason: 'No.' }]);
		expect(second.cursor).toEqual(taken.kept?.cursor);
		const pages = (taken.ids.length + 1 - 10) / 90;
		expect(pages).toBe(6);
		expect(service.offsets.length).toBeLessThanOrEqual(2 * pages);
		const third = await together(taken, second.cursor);
		expect(100 + second.written + third.written).toBe(LEADS - 1);
		expect(new Set(taken.ids).size).toBe(LEADS - 1);
	});

	it('is left alone where another writer was further', async () => {
		const taken = new TakenTogether(service);
		const { cursor } = await together(taken, null);
		const { cursor: later } = await dispatch(service, taken, cursor, { keeps: true, pagesAtOnce: 1 });
		let reads = 0;
		// The other writer comes between the first page and the ones after it.
		const moved = new Proxy(taken, {
			get: (target, name, self) => {
				if (name !== 'kept' || target.kept === null) return Reflect.get(target, name, self) as unknown;
				reads += 1;
				return reads === 1 ? target.kept : { ...target.kept, cursor: { ...target.kept.cursor, doneBefore: 7 } };
			},
		});
		const third = await together(moved, later);
		expect([third.written, taken.sizes]).toEqual([90, []]);
	});
});
