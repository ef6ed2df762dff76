import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Lead } from '../../../api';
import { type Paging, PagingServer } from '../../../test/support/api/paging-server';
import type { SyncPage } from '../../../workflows/lead-sync/activities';
import type { LeadCursor } from '../../../workflows/lead-sync/cursor';
import { follow, top } from '../../../workflows/list-reading/place';
import { blobsSchema } from '../../storage/settings';
import { type Blobs, openBlobs } from '../../storage/blobs';
import { CollectedLeads } from '../../storage/lead-files/collected-leads';
import { holdingFailure } from '../lead-sync/failures';
import { readStep } from '../lead-sync/read-step';
import { readLeads } from './read-leads';

// Exports and syncs of services that page their leads in another way than the sandbox does.

const TASK = 'lead-export~paging';
const RUN = '019aa7c0-0000-7000-8000-00000000000b';

let folder: string;
let blobs: Blobs;
let server: PagingServer;
beforeAll(async () => {
	server = await PagingServer.start();
});
afterAll(() => server.close());
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-paging-'));
	blobs = openBlobs(blobsSchema.parse({ directory: folder }));
});
afterEach(() => rm(folder, { recursive: true }));

const leadsOf = (count: number) =>
	Array.from({ length: count }, (_, index): Lead => ({
		id: count - index,
		agentId: 'a',
		conversationId: 'c',
		name: 'Ada',
		email: 'ada@example.com',
		phone: null,
		city: '',
		country: '',
		countryCode: '',
		fields: {},
		capturedAt: new Date(Date.UTC(2026, 10, 1) - index * 60_000).toISOString(),
	}));
const idsOf = (count: number) => leadsOf(count).map(({ id }) => id);
const api = () => createClient({ baseUrl: server.url, apiKey: 'the-key' });

/** Reads as the task does, and gives back what its file would have. */
async function exported(): Promise<number[]> {
	const place = top();
	let chunk = 0;
	for (let ended = false; !ended; chunk += 1) {
		if (chunk > 400) throw new Error('The export does not end.');
		const file = { format: 'csv', spreadsheet: 'comma' } as const;
		const read = await readLeads(
			{ agentId: 'a', file, filter: {}, asOf: '2026-11-22T00:00:00.000Z', offset: place.offset, chunk, run: RUN },
			{
				api: api(),
				store: blobs.store,
				taskId: TASK,
				attempt: 1,
				pagesAtOnce: 5,
				erased: { test: () => Promise.resolve(null) },
				signal: AbortSignal.timeout(10 * 60_000),
			},
		);
		if (follow(place, read) === 'lost') throw new Error('The export is lost.');
		ended = place.stepsBack === 0 && read.ended;
	}
	const collected = { store: blobs.store, taskId: TASK, chunks: chunk, attempts: {}, run: RUN, parts: [] };
	const ids: number[] = [];
	for await (const group of new CollectedLeads(collected, () => undefined)) ids.push(...group.ids.map(({ id }) => id));
	return ids;
}

/** Reads one pass as a sync does. */
async function synced(): Promise<number[]> {
	const of = { connection: 'main', agentId: 'a', destination: 'crm' };
	const notes = {
		delivered: new Set<number>(),
		upToDateAt: null,
		dueAt: 0,
		blockedSince: null,
		isBlockageReported: false,
	};
	const erased = { without: (leads: readonly Lead[]) => Promise.resolve([...leads]) };
	const synced = {
		firstOf: (_sync: string, leads: readonly Lead[]) => Promise.resolve([...leads]),
		release: () => Promise.resolve(),
	};
	const ids: number[] = [];
	let cursor: LeadCursor | null = null;
	for (let pages = 0; pages < 400; pages += 1) {
		const totals = { synced: 0, refused: 0 };
		const page: SyncPage = { of, cursor, startAt: 0, reread: null, intervalMs: 60_000, totals };
		const step = await readStep({ api: api(), erased, synced }, page, cursor, notes);
		ids.push(...step.leads.map(({ id }) => id));
		cursor = step.cursor;
		if (!step.more) return ids;
	}
	throw new Error('The sync does not end.');
}

const PAGINGS: Array<[says: string, Paging]> = [
	['pages of 100', {}],
	['pages of 50', { most: 50 }],
	['pages of 7', { most: 7 }],
	['pages of two', { most: 2 }],
	['pages of one item', { most: 1 }],
	['pages of 20, whose total counts the page', { most: 20, total: 'of the page' }],
];

it.each(PAGINGS)('a service with %s has every lead exported, and synced once', async (_, paging) => {
	for (const count of [0, 1, 5, 130]) {
		await rm(folder, { recursive: true, force: true });
		server.hold(leadsOf(count), paging);
		expect([...new Set(await exported())]).toEqual(idsOf(count));
		const ids = await synced();
		expect(ids.toSorted((one, other) => other - one)).toEqual(idsOf(count));
	}
});

it('a service that ignores the offset ends an export and holds a sync, with the reason', async () => {
	server.hold(leadsOf(130), { most: 10, ignoresOffset: true });
	await expect(exported()).rejects.toMatchObject({ type: 'list_unreadable', nonRetryable: true });
	const failure = holdingFailure(await synced().catch((error: unknown) => error));
	expect(failure).toMatchObject({ type: 'list_unreadable', nonRetryable: false, nextRetryDelay: 300_000 });
});
