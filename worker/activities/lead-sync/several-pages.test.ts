import { MockActivityEnvironment } from '@temporalio/testing';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type Lead, type LeadFilter } from '../../../api';
import type { SyncedPage, SyncPage } from '../../../workflows/lead-sync/activities';
import type { LeadCursor } from '../../../workflows/lead-sync/cursor';
import type { Destination, KeptCursor, Page, Refusal } from '../../destinations/destination';
import { DestinationTurns } from './destination-turns';
import { syncPage } from './sync-page';

const LEADS = 1_000;
const AT_ONCE = 4;
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

let server: Server;
let offsets: number[];
/** Requests from this one on are refused, counted from 1. */
let refusedFrom: number;

beforeEach(async () => {
	[offsets, refusedFrom] = [[], Infinity];
	server = createServer(({ url = '' }, response) => {
		const offset = Number(new URL(url, 'http://service').searchParams.get('offset'));
		offsets.push(offset);
		response.writeHead(offsets.length >= refusedFrom ? 503 : 200, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ items: leads.slice(offset, offset + 100), total: LEADS, limit: 100, offset }));
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

	writePage({ leads: some, cursor, unheard }: Page): Promise<{ written: number; refused: Refusal[] }> {
		const fresh = some.filter(({ id }) => this.refuses.includes(id)).map(({ id }) => ({ leadId: id, reason: 'No.' }));
		const taken = some.map(({ id }) => id).filter((id) => !this.refuses.includes(id));
		this.ids.push(...taken);
		const refused = [...unheard, ...fresh];
		this.kept = { cursor, refused, version: (this.kept?.version ?? 0) + 1 };
		return Promise.resolve({ written: taken.length, refused });
	}
}

/** One dispatch. @param keeps whether the destination keeps the cursor beside the leads */
function dispatch(
	taken: Taken,
	cursor: LeadCursor | null,
	keeps = false,
	turns = new DestinationTurns(1),
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
	} as Destination;
	const api = createClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey: 'k' });
	return new MockActivityEnvironment().run<[], SyncedPage, () => Promise<SyncedPage>>(() =>
		syncPage(
			{
				api,
				erased: { without: (some) => Promise.resolve([...some]) },
				pagesAtOnce: AT_ONCE,
				turns,
				destinations: { find: () => Promise.resolve(destination) },
				report: () => Promise.resolve(),
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
			const page: SyncedPage = await dispatch(taken, cursor, keeps, undefined, {
				excludeEmails: ['@our-company.example'],
			});
			skipped.push(page.skipped?.email);
			cursor = page.cursor;
		} while (cursor.pass !== null);
		expect([taken.ids.length, new Set(taken.ids).size]).toEqual([0.9 * LEADS, 0.9 * LEADS]);
		expect(skipped.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(0.1 * LEADS);
		await expect(
			dispatch(taken, cursor, keeps, undefined, { excludeEmails: ['@our-company.example'] }),
		).rejects.toMatchObject({ type: 'not_yet' });
	},
);

it('ends a pass in which no lead is wanted', async () => {
	const taken = new Taken();
	let page = await dispatch(taken, null, false, undefined, { countries: ['SE'] });
	while (page.cursor.pass !== null) page = await dispatch(taken, page.cursor, false, undefined, { countries: ['SE'] });
	expect(taken.ids).toEqual([]);
	expect(page).toMatchObject({ written: 0, cursor: { completeAt: expect.any(Number) as number } });
});
