import { tmpdir } from 'node:os';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createClient, type ApiClient, type Lead, type LeadFilter } from '../../../../api';
import type { SyncedPage, SyncPage } from '../../../../workflows/lead-sync/activities';
import type { LeadCursor } from '../../../../workflows/lead-sync/cursor';
import {
	type Destination,
	DestinationHeldError,
	type KeptCursor,
	type Page,
	type Pages,
	type Refusal,
	type WrittenPages,
} from '../../../destinations/destination';
import { openBlobs } from '../../../storage/blobs';
import { blobsSchema } from '../../../storage/settings';
import { DestinationTurns } from '../destination-turns';
import { syncPage } from '../sync-page';

export const LEADS = 1_000;
/** Calls of a dispatch, unless a test says otherwise. */
export const AT_ONCE = 4;
export const OF = { connection: 'main', agentId: 'a', destination: 'crm' };
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

export const NEWEST = leads[0] as Lead;

/** A service with these leads, newest first. */
export class PagesOfLeads {
	/** Of the requests so far. */
	readonly offsets: number[] = [];
	/** Requests from this one on are refused, counted from 1. */
	refusedFrom = Infinity;
	readonly listed: Lead[] = [...leads];
	/** The most that it gives at once. */
	pageSize = 100;
	/** Changes the list after each request. */
	change: () => void = () => undefined;
	readonly #server: Server;

	constructor() {
		this.#server = createServer(({ url = '' }, response) => {
			const { offsets, listed, pageSize: limit } = this;
			const offset = Number(new URL(url, 'http://service').searchParams.get('offset'));
			offsets.push(offset);
			response.writeHead(offsets.length >= this.refusedFrom ? 503 : 200, { 'content-type': 'application/json' });
			const items = listed.slice(offset, offset + limit);
			response.end(JSON.stringify({ items, total: listed.length, limit, offset }));
			this.change();
		});
	}

	async start(): Promise<void> {
		await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
	}

	async stop(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}

	get api(): ApiClient {
		const { port } = this.#server.address() as AddressInfo;
		return createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k' });
	}
}

/** What a destination has, which refuses the leads of these ids. */
export class Taken {
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
export class TakenTogether extends Taken {
	/** Number of pages in each transaction. */
	readonly sizes: number[] = [];
	/** Requests that the service had got when each began, and when it ended. */
	readonly requests: Array<[number, number]> = [];
	/** In milliseconds, on a clock of the test. */
	msOfPage = 0;
	/** What a transaction waits for, by its number, counted from 1. */
	during: (nth: number) => Promise<void> = () => Promise.resolve();
	/** The transaction that fails, counted from 1. */
	failsAt = Infinity;

	constructor(
		private readonly service: Pick<PagesOfLeads, 'offsets'>,
		refuses: readonly number[] = [],
	) {
		super(refuses);
	}

	async writePages({ of, kept, pages }: Pages): Promise<WrittenPages> {
		if (!isDeepStrictEqual(kept, this.kept)) throw new Error('The state is not the one that is kept.');
		this.sizes.push(pages.length);
		const { offsets } = this.service;
		const before = offsets.length;
		await this.during(this.sizes.length);
		if (this.msOfPage > 0) vi.setSystemTime(Date.now() + this.msOfPage * pages.length);
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

interface Dispatch {
	/** Whether the destination keeps the cursor beside the leads. Default: no */
	keeps?: boolean;
	turns?: DestinationTurns;
	/** Default: `AT_ONCE` */
	pagesAtOnce?: number;
	filter?: LeadFilter;
}

/** One dispatch. */
export function dispatch(
	service: PagesOfLeads,
	taken: Taken,
	cursor: LeadCursor | null,
	{ keeps = false, turns = new DestinationTurns(1), pagesAtOnce = AT_ONCE, filter }: Dispatch = {},
): Promise<SyncedPage> {
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
	const { api } = service;
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
