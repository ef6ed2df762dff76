import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conversationOf, type Lead } from '../../../api';
import type { SyncedPage, SyncPage } from '../../../workflows/lead-sync/activities';
import type { LeadCursor } from '../../../workflows/lead-sync/cursor';
import { type Destination, DestinationHeldError, type Page } from '../../destinations/destination';
import { leadOf, refusal, ServiceOfLeads, talk } from '../lead-conversations/testing/service';
import { openBlobs } from '../../storage/blobs';
import { blobsSchema } from '../../storage/settings';
import { DestinationTurns } from './destination-turns';
import { syncLead } from './sync-lead';
import { syncPage } from './sync-page';

const MINUTE = 60_000;
const service = new ServiceOfLeads();
let folder: string;
let notes: unknown;
let written: Lead[];
let refuses: ReadonlySet<number>;
let isHeld: boolean;
let claimed: number[];
beforeAll(() => service.start());
afterAll(() => service.stop());
beforeEach(async () => {
	// Leads that are captured as long ago are captured at the same moment.
	vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-turns-'));
	[notes, written, refuses] = [undefined, [], new Set()];
	[isHeld, claimed] = [false, []];
	[service.calls, service.leads, service.lastAt] = [[], [], ago(3 * 60)];
	service.replies.clear();
	service.listReply = null;
});
afterEach(async () => {
	vi.useRealTimers();
	await rm(folder, { recursive: true });
});

/** @param minutes before now */
function ago(minutes: number): string {
	return new Date(Date.now() - minutes * MINUTE).toISOString();
}

const destination = {
	name: 'crm',
	writePage(page: Page) {
		if (isHeld) return Promise.reject(new DestinationHeldError('crm is unavailable.'));
		const { leads } = page;
		const taken = leads.filter(({ id }) => !refuses.has(id));
		written.push(...taken);
		for (const { id } of taken) page.onWritten(id);
		const refused = leads.filter(({ id }) => refuses.has(id)).map(({ id }) => ({ leadId: id, reason: 'No.' }));
		return Promise.resolve({ written: taken.length, refused });
	},
	writeLead(_of: unknown, lead: Lead) {
		if (isHeld) return Promise.reject(new DestinationHeldError('crm is unavailable.'));
		written.push(lead);
		return Promise.resolve({ written: 1, refused: [] });
	},
} as unknown as Destination;

const page = (cursor: LeadCursor | null, more: Partial<SyncPage> = {}): SyncPage => ({
	of: { connection: 'main', agentId: 'a', destination: 'crm' },
	cursor,
	startAt: 0,
	reread: null,
	intervalMs: 5 * MINUTE,
	totals: { synced: 0, refused: 0 },
	conversation: { form: 'text', size: 1_000, settleMs: 10 * MINUTE },
	...more,
});
const turns = new DestinationTurns(1);
const syncs = () => ({
	api: service.api,
	erased: { without: (leads: readonly Lead[]) => Promise.resolve([...leads]) },
	synced: {
		firstOf(_sync: string, leads: readonly Lead[]) {
			claimed.push(...leads.map(({ id }) => id));
			return Promise.resolve([...leads]);
		},
		release: () => Promise.resolve(),
	},
	pagesAtOnce: 1,
	turns,
	destinations: { find: () => Promise.resolve(destination) },
	report: () => Promise.resolve(),
	store: openBlobs(blobsSchema.parse({ directory: folder })).store,
});

/** One attempt. Its last notes reach the next one. */
async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
	const environment = new MockActivityEnvironment({ heartbeatDetails: notes });
	environment.on('heartbeat', (details: unknown) => (notes = details));
	return environment.run<[], Result, () => Promise<Result>>(work);
}

/** Attempts as the server makes them, until one ends or asks for a pause. */
async function dispatches<Result>(work: () => Promise<Result>, most = 300): Promise<Result | number> {
	for (let attempts = 0; attempts < most; attempts += 1) {
		const before = service.calls.length;
		const outcome = await attempt(work).catch((error: unknown) => error);
		// Where a list ends, one more request looks whether it began anew.
		const calls = service.calls.slice(before).filter((call) => call !== 'conversations');
		expect(calls.every((call) => call === 'leads') || calls.length === 1).toBe(true);
		if (!(outcome instanceof ApplicationFailure)) {
			if (outcome instanceof Error) throw outcome;
			return outcome as Result;
		}
		if (outcome.type !== 'not_yet') throw outcome;
		const pauseMs = Number(outcome.nextRetryDelay);
		if (pauseMs > 1) return pauseMs;
	}
	throw new Error('It never ends.');
}

async function sync(cursor: LeadCursor | null, more: Partial<SyncPage> = {}): Promise<SyncedPage> {
	const read = await dispatches(() => syncPage(syncs(), page(cursor, more)));
	notes = undefined;
	if (typeof read === 'number') throw new Error(`It waits for ${read} ms.`);
	return read;
}

const filesLeft = async () =>
	(await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) => each.isFile()).length;

it('writes a page of old leads with their conversations, one call an attempt, and leaves nothing stored', async () => {
	service.leads = Array.from({ length: 30 }, (_none, index) => leadOf(100 - index, `c${index % 25}`, ago(120 + index)));
	const { cursor, written: count } = await sync(null);
	expect([count, cursor.pass, service.calls.length]).toEqual([30, null, 26]);
	expect(written.map((lead) => conversationOf(lead)?.lastAnswer)).toEqual(
		service.leads.toReversed().map(({ conversationId }) => `Answer to ${conversationId}`),
	);
	expect(await filesLeft()).toBe(0);
});

it('asks nothing about a lead before its conversation can be over, and counts it as not done', async () => {
	service.leads = [leadOf(3, 'c3', ago(2)), leadOf(2, 'c2', ago(30)), leadOf(1, 'c1', ago(200))];
	const { cursor } = await sync(null);
	expect(written.map(({ id }) => id)).toEqual([1, 2]);
	expect(service.calls).toEqual(['leads', 'c1', 'c2']);
	expect(cursor.doneBefore).toBeLessThanOrEqual(Date.parse(service.leads[0]?.capturedAt ?? ''));
	// Nothing is new until it is over, which is sooner than the next check.
	const pauseMs = await dispatches(() => syncPage(syncs(), page(cursor, { intervalMs: 60 * MINUTE })));
	expect(pauseMs).toBeGreaterThan(7 * MINUTE);
	expect(pauseMs).toBeLessThanOrEqual(8 * MINUTE);
	expect(service.calls).toEqual(['leads', 'c1', 'c2', 'leads']);
});

it('lets a lead wait while the talk goes on, writes later ones, and writes each once', async () => {
	service.leads = [leadOf(3, 'c3', ago(20)), leadOf(2, 'c2', ago(30)), leadOf(1, 'c1', ago(200))];
	const goingOn = () => ({ body: { id: 'c2', messages: [{ role: 'visitor', content: 'And?', createdAt: ago(1) }] } });
	service.replies.set('c2', goingOn());
	const { cursor } = await sync(null);
	expect(written.map(({ id }) => id)).toEqual([1, 3]);
	expect(cursor.doneBefore).toBe(Date.parse(service.leads[1]?.capturedAt ?? ''));
	expect(cursor.done.map(([id]) => id)).toEqual([3]);
	// It is read once more after each check that found news, and then only when it can be over.
	service.calls = [];
	expect(await dispatches(() => syncPage(syncs(), page(cursor)))).toBe(5 * MINUTE);
	expect(await dispatches(() => syncPage(syncs(), page(cursor)))).toBe(5 * MINUTE);
	expect(service.calls).toEqual(['leads', 'c2', 'leads']);
	notes = undefined;
	service.replies.clear();
	const { written: count } = await sync(cursor);
	expect([count, written.map(({ id }) => id)]).toEqual([1, [1, 3, 2]]);
});

it('lets no lead wait longer than an hour after its capture', async () => {
	service.lastAt = ago(0);
	service.leads = [leadOf(2, 'c2', ago(59)), leadOf(1, 'c1', ago(61))];
	const { cursor } = await sync(null);
	expect(written.map(({ id }) => id)).toEqual([1]);
	expect(cursor.doneBefore).toBe(Date.parse(service.leads[0]?.capturedAt ?? ''));
});

it('keeps all done leads that are newer than one that waits, however many', async () => {
	service.leads = Array.from({ length: 900 }, (_none, index) =>
		leadOf(2_000 - index, `c${index % 3}`, ago(11 + index / 20)),
	);
	service.replies.set('oldest', {
		body: { id: 'oldest', messages: [{ role: 'visitor', content: '?', createdAt: ago(1) }] },
	});
	service.leads.push(leadOf(1, 'oldest', ago(58)));
	let cursor: LeadCursor | null = null;
	do ({ cursor } = await sync(cursor));
	while (cursor.pass !== null);
	expect(new Set(written.map(({ id }) => id)).size).toBe(900);
	expect([written.length, cursor.done.length]).toEqual([900, 900]);
	service.replies.clear();
	do ({ cursor } = await sync(cursor));
	while (cursor.pass !== null);
	expect(written.slice(900).map(({ id }) => id)).toEqual([1]);
});

it('goes on where a killed attempt was, and writes nothing twice', async () => {
	service.leads = Array.from({ length: 6 }, (_none, index) => leadOf(10 - index, `c${index}`, ago(120 + index)));
	for (let attempts = 0; attempts < 4; attempts += 1)
		await expect(attempt(() => syncPage(syncs(), page(null)))).rejects.toMatchObject({ type: 'not_yet' });
	// This one is killed: its notes reach nobody.
	const known = notes;
	await attempt(() => syncPage(syncs(), page(null))).catch(() => undefined);
	notes = known;
	expect((await sync(null)).written).toBe(6);
	expect(service.calls.length).toBe(8);
	expect(written.length).toBe(6);
});

it('holds no turn at the destination while it reads', async () => {
	service.leads = [leadOf(2, 'c2', ago(120)), leadOf(1, 'c1', ago(121))];
	await expect(attempt(() => syncPage(syncs(), page(null)))).rejects.toMatchObject({ type: 'not_yet' });
	const other = turns.take('crm', async () => {
		await expect(attempt(() => syncPage(syncs(), page(null)))).rejects.toMatchObject({ type: 'not_yet' });
		expect(service.calls).toEqual(['leads', 'c1']);
		return 'other';
	});
	expect(await other).toBe('other');
	expect((await sync(null)).written).toBe(2);
});

it('reads no conversation of a lead that the filter skips', async () => {
	service.leads = [leadOf(2, 'c2', ago(120), { email: 'x@other.example' }), leadOf(1, 'c1', ago(121))];
	const { skipped } = await sync(null, { filter: { emails: ['@client.example'] } });
	expect([skipped?.email, service.calls, written.map(({ id }) => id)]).toEqual([1, ['leads', 'c1'], [1]]);
});

it('writes leads whose conversations are gone, and blocks where the scope is missing', async () => {
	service.leads = [leadOf(2, 'c2', ago(120)), leadOf(1, 'c1', ago(121))];
	service.replies.set('c1', refusal(404));
	service.replies.set('c2', refusal(403, 'insufficient_scope'));
	await expect(sync(null)).rejects.toMatchObject({ type: 'insufficient_scope', nonRetryable: false });
	service.replies.delete('c2');
	expect((await sync(null)).written).toBe(2);
	expect(written.map((lead) => conversationOf(lead)?.missing)).toEqual(['deleted', null]);
});

it('reads a refused lead again with its conversation', async () => {
	service.leads = [leadOf(1, 'c1', ago(121))];
	const of = { connection: 'main', agentId: 'a', destination: 'crm' };
	const wanted = { form: 'extract', size: 1_000 } as const;
	expect(await dispatches(() => syncLead(syncs(), of, 1, wanted))).toEqual({ outcome: 'written' });
	expect(service.calls).toEqual(['lead', 'c1']);
	expect(written.map((lead) => conversationOf(lead)?.firstQuestion)).toEqual(['Question of c1']);
	notes = undefined;
	service.leads = [];
	expect(await dispatches(() => syncLead(syncs(), of, 1, wanted))).toEqual({ outcome: 'gone' });
	expect(await filesLeft()).toBe(0);
});

it('reads the state of a destination before it asks who was erased, so that an erasure between them counts', async () => {
	service.leads = [leadOf(1, 'c1', ago(121))];
	const state = { version: 7 };
	const order: unknown[] = [];
	const keeping = {
		...destination,
		readCursor: () => Promise.resolve(order.push('state') > 0 ? state : null),
		writeLead: (_of: unknown, _lead: Lead, kept: unknown) => {
			order.push(kept);
			return Promise.resolve({ written: 1, refused: [] });
		},
	} as unknown as Destination;
	const given = {
		...syncs(),
		destinations: { find: () => Promise.resolve(keeping) },
		erased: { without: (leads: readonly Lead[]) => Promise.resolve(order.push('erased') > 0 ? [...leads] : []) },
	};
	const of = { connection: 'main', agentId: 'a', destination: 'crm' };
	expect(await dispatches(() => syncLead(given, of, 1))).toEqual({ outcome: 'written' });
	expect(order).toEqual(['state', 'erased', state]);
});

const OF = { connection: 'main', agentId: 'a', destination: 'crm' };
const notesNow = () => notes as { blockedSince: number | null };

it('keeps a refused lead with its conversation while the destination is unavailable, and that is one blockage', async () => {
	service.leads = [leadOf(1, 'c1', ago(121))];
	isHeld = true;
	const retry = () => syncLead(syncs(), OF, 1, { form: 'extract', size: 1_000 });
	await expect(dispatches(retry)).rejects.toThrow('unavailable');
	const since = notesNow().blockedSince;
	expect(since).not.toBeNull();
	for (let attempts = 0; attempts < 3; attempts += 1) await expect(dispatches(retry)).rejects.toThrow('unavailable');
	expect([service.calls, notesNow().blockedSince]).toEqual([['lead', 'c1'], since]);
	isHeld = false;
	expect(await dispatches(retry)).toEqual({ outcome: 'written' });
	expect([service.calls, await filesLeft()]).toEqual([['lead', 'c1'], 0]);
});

it('reads talks again that may have gone on while the destination was unavailable, within one blockage', async () => {
	const start = Date.now();
	service.leads = [leadOf(3, 'c3', ago(19)), leadOf(2, 'c2', ago(20)), leadOf(1, 'c1', ago(121))];
	isHeld = true;
	const once = () => dispatches(() => syncPage(syncs(), page(null)));
	await expect(once()).rejects.toThrow('unavailable');
	await expect(once()).rejects.toThrow('unavailable');
	expect(service.calls).toEqual(['leads', 'c1', 'c2', 'c3']);
	const since = notesNow().blockedSince;
	vi.useFakeTimers({ now: start + 6 * MINUTE, toFake: ['Date'] });
	await expect(once()).rejects.toThrow('unavailable');
	expect([service.calls, notesNow().blockedSince]).toEqual([['leads', 'c1', 'c2', 'c3', 'c2', 'c3'], since]);
	isHeld = false;
	expect((await sync(null)).written).toBe(3);
	expect(await filesLeft()).toBe(0);
});

it('judges by when a talk was read whether it went on', async () => {
	const start = Date.now();
	service.leads = [leadOf(2, 'c2', ago(15)), leadOf(1, 'c1', ago(20))];
	service.replies.set('c1', { body: talk('c1', ago(9)) });
	const once = () => attempt(() => syncPage(syncs(), page(null)));
	for (let attempts = 0; attempts < 2; attempts += 1) await expect(once()).rejects.toMatchObject({ type: 'not_yet' });
	expect(service.calls).toEqual(['leads', 'c1']);
	// By now its last message is eleven minutes old, and there may be later ones.
	vi.useFakeTimers({ now: start + 2 * MINUTE, toFake: ['Date'] });
	await once();
	expect(written.map(({ id }) => id)).toEqual([2]);
});

it.each([
	['in the lead', 25 * 60, 0],
	['in the last message', -20, 10 * 365 * 24 * 60],
])('holds no lead without a bound by a time that lies ahead (%s)', async (_where, captured, last) => {
	service.leads = [leadOf(2, 'c2', ago(-captured)), leadOf(1, 'c1', ago(200))];
	service.replies.set('c2', { body: talk('c2', ago(-last - 1)) });
	const { cursor } = await sync(null);
	vi.useFakeTimers({ now: Date.now() + 61 * MINUTE, toFake: ['Date'] });
	if (captured < 0) await sync(cursor);
	expect(written.map(({ id }) => id)).toEqual([1, 2]);
});

it('counts a lead as the first one of its person only when it no longer waits', async () => {
	service.leads = [leadOf(2, 'c2', ago(20)), leadOf(1, 'c1', ago(200))];
	service.replies.set('c2', { body: talk('c2', ago(1)) });
	await sync(null, { oncePerPerson: true });
	expect(claimed).toEqual([1]);
});

it('says how many leads wait for the end of their conversation', async () => {
	service.leads = [leadOf(2, 'c2', ago(2)), leadOf(1, 'c1', ago(200))];
	const { cursor } = await sync(null);
	await expect(attempt(() => syncPage(syncs(), page(cursor)))).rejects.toMatchObject({
		message: expect.stringContaining('1 lead waits for the end of its conversation.') as string,
	});
});

it('keeps what it reads under a prefix of its own', async () => {
	service.leads = [leadOf(2, 'c2', ago(20)), leadOf(1, 'c1', ago(200))];
	await expect(attempt(() => syncPage(syncs(), page(null)))).rejects.toMatchObject({ type: 'not_yet' });
	expect(await readdir(folder)).toContain('readings');
	expect(await readdir(folder)).not.toContain('hand-outs');
});
