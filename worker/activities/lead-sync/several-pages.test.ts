import { tmpdir } from 'node:os';
import { openBlobs } from '../../storage/blobs';
import { blobsSchema } from '../../storage/settings';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { createClient, type Lead, type LeadFilter } from '../../../api';
import type { SyncedPage, SyncPage } from '../../../workflows/lead-sync/activities';
import type { LeadCursor } from '../../../workflows/lead-sync/cursor';
import {
	type Destination,
	DestinationHeldError,
	type KeptCursor,
	type Page,
	type Pages,
	type Refusal,
	type WrittenPages,
} from '../../destinations/destination';
import { DestinationTurns } from './destination-turns';
import { syncPage } from './sync-page';

const LEADS = 1_000;
const AT_ONCE = 4;
/** Reads all leads. */
const MANY = 30;
const OF = { connection: 'main', agentId: 'a', destination: 'crm' };
const leads = Array.from({ length: LEADS }, (_, index): Lead => ({
	id: LEADS - index,
	agentId: 'a',
	conversationId: 'c',
	name: 'Ada',
	// Each tenth lead is from a colleague.
	email: index % 10 === 0 ? 'ada@our-company.example' : 'ada@example.com',
	phone: null,
	city: '',
	country: '',
	countryCode: '',
	fields: {},
	capturedAt: new Date(Date.UTC(2026, 10, 1) - index * 60_000).toISOString(),
}));

/** Captured during a pass. */
const newest: Lead = { ...(leads[0] as Lead), capturedAt: new Date(Date.UTC(2026, 10, 2)).toISOString() };
const manyNew = (nth: number) =>
	Array.from({ length: 70 }, (_, index) => ({ ...newest, id: LEADS + 100 * nth + index }));

let server: Server;
let offsets: number[];
/** Requests from this one on are refused, counted from 1. */
let refusedFrom: number;
/** What the service lists, newest first. */
let listed: Lead[];
/** The most that it gives at once. */
let pageSize: number;
/** Changes the list after each request. */
let change: () => void;

beforeEach(async () => {
	[offsets, refusedFrom, listed, pageSize, change] = [[], Infinity, [...leads], 100, () => undefined];
	server = createServer(({ url = '' }, response) => {
		const offset = Number(new URL(url, 'http://service').searchParams.get('offset'));
		offsets.push(offset);
		response.writeHead(offsets.length >= refusedFrom ? 503 : 200, { 'content-type': 'application/json' });
		const items = listed.slice(offset, offset + pageSize);
		response.end(JSON.stringify({ items, total: listed.length, limit: pageSize, offset }));
		change();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
	server.closeAllConnections();
	await new Promise((resolve) => server.close(resolve));
});

/** What a destination has, which refuses the leads of these ids. */
class Taken {
	readonly ids: number[] = [];
	kept: KeptCursor | null = null;

	constructor(private readonly refuses: readonly number[] = []) {}

	writePage({ leads: some, cursor, unheard, counts }: Page): Promise<{ written: number; refused: Refusal[] }> {
		const fresh = some.filter(({ id }) => this.refuses.includes(id)).map(({ id }) => ({ leadId: id, reason: 'No.' }));
		const taken = some.map(({ id }) => id).filter((id) => !this.refuses.includes(id));
		this.ids.push(...taken);
		const refused = [...unheard, ...fresh];
		const heard = counts === undefined ? {} : { counts: { ...counts, written: counts.written + taken.length } };
		this.kept = { cursor, refused, version: (this.kept?.version ?? 0) + 1, ...heard };
		return Promise.resolve({ written: taken.length, refused });
	}
}

/** Takes several pages in one transaction, as a database does. */
class TakenTogether extends Taken {
	/** Number of pages in each transaction. */
	readonly sizes: number[] = [];
	/** Requests that the service had got when each began, and when it ended. */
	readonly requests: Array<[number, number]> = [];
	/** In milliseconds. */
	msOfPage = 0;
	/** The transaction that fails, counted from 1. */
	failsAt = Infinity;

	async writePages({ of, kept, pages }: Pages): Promise<WrittenPages> {
		if (!isDeepStrictEqual(kept, this.kept)) throw new Error('The state is not the one that is kept.');
		this.sizes.push(pages.length);
		const before = offsets.length;
		await new Promise((resolve) => setTimeout(resolve, this.msOfPage * pages.length));
		this.requests.push([before, offsets.length]);
		if (this.sizes.length === this.failsAt) throw new DestinationHeldError('It is unavailable.');
		const all: WrittenPages = { written: 0, refused: [], pages: 0, kept };
		for (const page of pages) {
			const { counts } = this.kept ?? kept;
			const state = { of, kept: this.kept, unheard: [], onWritten: () => undefined, ...(counts && { counts }) };
			const { written, refused } = await this.writePage({ ...page, ...state });
			all.written += written;
			all.refused.push(...refused);
			all.pages += 1;
			if (refused.length > 0) break;
		}
		if (this.kept === null) throw new Error('There is no page.');
		this.kept = { ...this.kept, version: kept.version + 1 };
		return { ...all, kept: this.kept };
	}
}

/** One dispatch. @param keeps whether the destination keeps the cursor beside the leads */
function dispatch(
	taken: Taken,
	cursor: LeadCursor | null,
	keeps = false,
	turns = new DestinationTurns(1),
	pagesAtOnce = AT_ONCE,
	filter?: LeadFilter,
) {
	const page: SyncPage = {
		of: OF,
		cursor,
		startAt: 0,
		reread: null,
		intervalMs: 60_000,
		totals: { synced: 0, refused: 0 },
		...(filter === undefined ? {} : { filter }),
	};
	const destination = {
		writePage: (given: Page) => taken.writePage(given),
		...(keeps ? { readCursor: () => Promise.resolve(taken.kept) } : {}),
		...(taken instanceof TakenTogether ? { writePages: (pages: Pages) => taken.writePages(pages) } : {}),
	} as Destination;
	const api = createClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: 'k' });
	return new MockActivityEnvironment().run<[], SyncedPage, () => Promise<SyncedPage>>(() =>
		syncPage(
			{
				api,
				erased: { without: (some) => Promise.resolve([...some]) },
				synced: { firstOf: (_sync, some) => Promise.resolve([...some]), release: () => Promise.resolve() },
				pagesAtOnce,
				turns,
				destinations: { find: () => Promise.resolve(destination) },
				report: () => Promise.resolve(),
				store: openBlobs(blobsSchema.parse({ directory: tmpdir() })).store,
			},
			page,
		),
	);
}

it.each([false, true])(
	'looks for news with one call, and reads on with several (a cursor is kept: %s)',
	async (keeps) => {
		const taken = new Taken();
		const first = await dispatch(taken, null, keeps);
		expect([offsets.length, first.written]).toEqual([1, 100]);
		const second = await dispatch(taken, first.cursor, keeps);
		expect([offsets.length, second.written]).toEqual([1 + AT_ONCE, AT_ONCE * 90]);
		const third = await dispatch(taken, second.cursor, keeps);
		const fourth = await dispatch(taken, third.cursor, keeps);
		expect(fourth.cursor.pass).toBeNull();
		expect([taken.ids.length, new Set(taken.ids).size]).toEqual([LEADS, LEADS]);
		expect(first.written + second.written + third.written + fourth.written).toBe(LEADS);
	},
);

it('keeps the pages before one that fails, and reports the failure with the next dispatch', async () => {
	const taken = new Taken();
	const { cursor } = await dispatch(taken, null);
	refusedFrom = 4;
	const second = await dispatch(taken, cursor);
	expect([second.written, taken.ids.length]).toEqual([180, 280]);
	await expect(dispatch(taken, second.cursor)).rejects.toMatchObject({
		message: expect.stringContaining('503') as string,
	});
	refusedFrom = Infinity;
	expect((await dispatch(taken, second.cursor)).written).toBe(AT_ONCE * 90);
});

it('stops where leads are refused, so that the sync counts them first', async () => {
	const taken = new Taken([LEADS - 150]);
	const { cursor } = await dispatch(taken, null);
	const second = await dispatch(taken, cursor);
	expect(second).toMatchObject({ written: 89, refused: [{ leadId: LEADS - 150 }] });
	expect(offsets).toHaveLength(2);
});

it('reads on where the destination is, if the response of a dispatch was lost', async () => {
	const taken = new Taken([LEADS - 400]);
	const { cursor } = await dispatch(taken, null, true);
	await dispatch(taken, cursor, true);
	const again = await dispatch(taken, cursor, true);
	expect(again.refused).toEqual([{ leadId: LEADS - 400, reason: 'No.' }]);
	expect(new Set(taken.ids).size).toBe(taken.ids.length);
});

it('asks for nothing while others hold every turn at the destination', async () => {
	const taken = new Taken();
	const turns = new DestinationTurns(1);
	let end = () => {};
	const other = turns.take(OF.destination, () => new Promise<void>((resolve) => (end = resolve)));
	await expect(dispatch(taken, null, false, turns)).rejects.toMatchObject({ type: 'not_yet' });
	expect([offsets, taken.ids]).toEqual([[], []]);
	end();
	await other;
	expect((await dispatch(taken, null, false, turns)).written).toBe(100);
});

it.each([false, true])(
	'writes the leads that the filter wants, and counts the others once (a cursor is kept: %s)',
	async (keeps) => {
		const taken = new Taken();
		const skipped: Array<number | undefined> = [];
		let cursor: LeadCursor | null = null;
		do {
			const page: SyncedPage = await dispatch(taken, cursor, keeps, undefined, AT_ONCE, {
				excludeEmails: ['@our-company.example'],
			});
			skipped.push(page.skipped?.email);
			cursor = page.cursor;
		} while (cursor.pass !== null);
		expect([taken.ids.length, new Set(taken.ids).size]).toEqual([0.9 * LEADS, 0.9 * LEADS]);
		expect(skipped.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(0.1 * LEADS);
		await expect(
			dispatch(taken, cursor, keeps, undefined, AT_ONCE, { excludeEmails: ['@our-company.example'] }),
		).rejects.toMatchObject({ type: 'not_yet' });
	},
);

it('ends a pass in which no lead is wanted', async () => {
	const taken = new Taken();
	let page = await dispatch(taken, null, false, undefined, AT_ONCE, { countries: ['SE'] });
	while (page.cursor.pass !== null)
		page = await dispatch(taken, page.cursor, false, undefined, AT_ONCE, { countries: ['SE'] });
	expect(taken.ids).toEqual([]);
	expect(page).toMatchObject({ written: 0, cursor: { completeAt: expect.any(Number) as number } });
});

/** One dispatch that may read on to the end. */
const together = (taken: Taken, cursor: LeadCursor | null) =>
	dispatch(taken, cursor, true, new DestinationTurns(1), MANY);

describe('a destination that takes several pages in one transaction', () => {
	it('gets one page more in each, and every lead once', async () => {
		const taken = new TakenTogether();
		const { cursor } = await together(taken, null);
		const { written, cursor: end } = await together(taken, cursor);
		expect([written, end.pass]).toEqual([LEADS - 100, null]);
		expect(taken.ids.length).toBe(LEADS);
		expect(new Set(taken.ids).size).toBe(LEADS);
		expect(taken.sizes).toEqual([1, 1, 2, 3, 2]);
	});

	it('gets the wanted leads alone, and the others are counted once', async () => {
		const taken = new TakenTogether();
		const filter = { excludeEmails: ['@our-company.example'] };
		let skipped = 0;
		let cursor: LeadCursor | null = null;
		do {
			const page: SyncedPage = await dispatch(taken, cursor, true, undefined, MANY, filter);
			skipped += page.skipped?.email ?? 0;
			({ cursor } = page);
		} while (cursor.pass !== null);
		expect([new Set(taken.ids).size, taken.ids.length, skipped]).toEqual([0.9 * LEADS, 0.9 * LEADS, 0.1 * LEADS]);
	});

	it('writes while the next pages are read', async () => {
		const taken = new TakenTogether();
		taken.msOfPage = 100;
		const { cursor } = await together(taken, null);
		await together(taken, cursor);
		const [, second] = taken.requests;
		expect(second?.[1]).toBeGreaterThan(second?.[0] ?? 0);
	});

	it.each([
		['are deleted', (nth: number) => listed.splice(10 * nth, 5)],
		['are deleted in large numbers', (nth: number) => listed.splice(20 * nth, nth % 3 === 0 ? 60 : 0)],
		['are captured', (nth: number) => listed.unshift({ ...newest, id: LEADS + nth })],
		['are captured in large numbers', (nth: number) => listed.unshift(...manyNew(nth))],
	])('brings each lead once while others %s', async (_what, act) => {
		const taken = new TakenTogether();
		change = () => act(offsets.length);
		let { cursor } = await together(taken, null);
		while (cursor.pass !== null) ({ cursor } = await together(taken, cursor));
		const stayed = listed.map(({ id }) => id).filter((id) => id <= LEADS);
		expect(taken.ids).toEqual(expect.arrayContaining(stayed));
		expect(new Set(taken.ids).size).toBe(taken.ids.length);
	});

	it('reads hardly a page in vain where the service gives fewer leads a page than it is asked for', async () => {
		pageSize = 50;
		const taken = new TakenTogether();
		const { cursor } = await together(taken, null);
		await together(taken, cursor);
		expect(taken.ids.length).toBe(LEADS);
		expect(offsets.length - new Set(offsets).size).toBeLessThanOrEqual(1);
		expect(offsets.length).toBeLessThanOrEqual(Math.ceil((LEADS - 50) / 45) + 3);
	});

	it('makes no more calls than a dispatch may', async () => {
		const taken = new TakenTogether();
		const { cursor } = await dispatch(taken, null, true);
		const second = await dispatch(taken, cursor, true);
		expect([offsets.length, second.written]).toEqual([1 + AT_ONCE, AT_ONCE * 90]);
	});

	it('gets single pages where one takes long', async () => {
		const taken = new TakenTogether();
		taken.msOfPage = 600;
		const { cursor } = await together(taken, null);
		await dispatch(taken, cursor, true, undefined, 5);
		expect(taken.sizes).toEqual([1, 1, 1, 1]);
	});

	it.each([1, 3, 4])('counts the transactions before number %d, which fails, and goes on there', async (failsAt) => {
		const taken = new TakenTogether();
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
		const taken = new TakenTogether([LEADS - 500]);
		const { cursor } = await together(taken, null);
		const second = await together(taken, cursor);
		expect(second.refused).toEqual([{ leadId: LEADS - 500, reason: 'No.' }]);
		expect(second.cursor).toEqual(taken.kept?.cursor);
		const pages = (taken.ids.length + 1 - 10) / 90;
		expect(pages).toBe(6);
		expect(offsets.length).toBeLessThanOrEqual(2 * pages);
		const third = await together(taken, second.cursor);
		expect(100 + second.written + third.written).toBe(LEADS - 1);
		expect(new Set(taken.ids).size).toBe(LEADS - 1);
	});

	it('is left alone where another writer was further', async () => {
		const taken = new TakenTogether();
		const { cursor } = await together(taken, null);
		const { cursor: later } = await dispatch(taken, cursor, true, undefined, 1);
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
