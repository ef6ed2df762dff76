import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { conversationOf, type Lead } from '../../../api';
import type { SyncedPage, SyncPage } from '../../../workflows/lead-sync/activities';
import { type Destination, DestinationHeldError, type Page } from '../../destinations/destination';
import { leadOf, refusal, ServiceOfLeads, talk } from '../lead-conversations/testing/service';
import { openBlobs } from '../../storage/blobs';
import { blobsSchema } from '../../storage/settings';
import { DestinationTurns } from './destination-turns';
import { syncLead } from './sync-lead';
import { syncPage } from './sync-page';

const MINUTE = 60_000;
const OF = { connection: 'main', agentId: 'a', destination: 'crm' };
const WANTED = { form: 'text' as const, size: 1_000 };
const service = new ServiceOfLeads();
let folder: string;
let notes: unknown;
let written: string[];
let again: string[];
let refuses: ReadonlySet<number>;
/** The destination takes so many more leads. */
let room: number;
let erased: ReadonlySet<number>;
let others: ReadonlySet<number>;
beforeAll(() => service.start());
afterAll(() => service.stop());
beforeEach(async () => {
	// Leads that are captured as long ago are captured at the same moment.
	vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-at-once-'));
	[notes, written, again, room] = [undefined, [], [], Infinity];
	[refuses, erased, others] = [new Set(), new Set(), new Set()];
	[service.calls, service.leads] = [[], []];
	service.replies.clear();
});
afterEach(async () => {
	vi.useRealTimers();
	await rm(folder, { recursive: true });
});

const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
const inMinutes = (minutes: number) => vi.useFakeTimers({ now: Date.now() + minutes * MINUTE, toFake: ['Date'] });
const shown = (lead: Lead) => `${lead.id} ${conversationOf(lead)?.lastAnswer ?? ''}`;

const destination = {
	name: 'crm',
	writePage(page: Page) {
		const { leads } = page;
		const taken = leads.filter(({ id }) => !refuses.has(id));
		for (const lead of taken) {
			if (room === 0) return Promise.reject(new DestinationHeldError('crm is unavailable.'));
			room -= 1;
			written.push(shown(lead));
			page.onWritten(lead.id);
		}
		const refused = leads.filter(({ id }) => refuses.has(id)).map(({ id }) => ({ leadId: id, reason: 'No.' }));
		return Promise.resolve({ written: taken.length, refused });
	},
	updateConversations(_of: unknown, leads: readonly Lead[]) {
		again.push(...leads.map(shown));
		return Promise.resolve([]);
	},
} as unknown as Destination;

const syncs = () => ({
	api: service.api,
	erased: { without: (leads: readonly Lead[]) => Promise.resolve(leads.filter(({ id }) => !erased.has(id))) },
	synced: {
		firstOf: (_sync: string, leads: readonly Lead[]) => Promise.resolve(leads.filter(({ id }) => !others.has(id))),
		release: () => Promise.resolve(),
	},
	pagesAtOnce: 1,
	turns: new DestinationTurns(1),
	destinations: { find: () => Promise.resolve(destination) },
	report: () => Promise.resolve(),
	store: openBlobs(blobsSchema.parse({ directory: folder })).store,
});

/** @returns null if it found nothing new */
function look(before: Partial<SyncedPage>, more: Partial<SyncPage> = {}): Promise<SyncedPage | null> {
	const page = { ...pageAfter(before), ...more };
	return attempts(() => syncPage(syncs(), page));
}

function pageAfter(before: Partial<SyncedPage>): SyncPage {
	const { cursor = null, early } = before;
	return {
		of: OF,
		cursor,
		startAt: 0,
		reread: null,
		intervalMs: 5 * MINUTE,
		totals: { synced: 0, refused: 0 },
		conversation: { ...WANTED, settleMs: 10 * MINUTE, atOnce: true },
		...(early === undefined ? {} : { early }),
	};
}

/** The attempts of a dispatch as the server makes them. @returns null if it found nothing new */
async function attempts<Result>(dispatch: () => Promise<Result>): Promise<Result | null> {
	for (;;) {
		const environment = new MockActivityEnvironment({ heartbeatDetails: notes });
		environment.on('heartbeat', (details: unknown) => (notes = details));
		const outcome = await environment.run(dispatch).catch((error: unknown) => error);
		if (!(outcome instanceof ApplicationFailure)) {
			notes = undefined;
			if (outcome instanceof Error) throw outcome;
			return outcome as Result;
		}
		if (outcome.type !== 'not_yet') throw outcome;
		if (Number(outcome.nextRetryDelay) > 1) {
			notes = undefined;
			return null;
		}
	}
}

async function looked(before: Partial<SyncedPage>, more: Partial<SyncPage> = {}): Promise<SyncedPage> {
	const page = await look(before, more);
	if (page === null) throw new Error('It found nothing new.');
	return page;
}

const answers = (words: string, minutes: number) => {
	const body = talk('c1', ago(minutes));
	body.messages[1] = { role: 'assistant', content: words, createdAt: ago(minutes) };
	service.replies.set('c1', { body });
};

it('writes a lead at once, nothing while it waits, and its conversation when the talk has ended', async () => {
	service.leads = [leadOf(1, 'c1', ago(1))];
	answers('First', 1);
	const first = await looked({});
	expect([first.written, first.early?.map(([id, , isTaken]) => [id, isTaken])]).toEqual([1, [[1, 1]]]);
	expect(await look(first)).toBeNull();
	answers('Last', 0);
	inMinutes(9.5);
	// The talk went on, so it waits for its end.
	expect(await look(first)).toBeNull();
	inMinutes(2);
	const last = await looked(first);
	expect([last.written, last.early]).toEqual([0, []]);
	expect([written, again]).toEqual([['1 First'], ['1 Last']]);
	expect(await look(last)).toBeNull();
	expect(last.cursor.done.map(([id]) => id)).toEqual([1]);
});

it('tries a lead that was refused at once again when its wait is over, and counts it then', async () => {
	service.leads = [leadOf(1, 'c1', ago(1))];
	refuses = new Set([1]);
	const first = await looked({});
	expect([first.written, first.refused.length, first.early?.[0]?.[2]]).toEqual([0, 1, 0]);
	expect(await look(first)).toBeNull();
	refuses = new Set();
	inMinutes(20);
	const last = await looked(first);
	expect([last.written, last.early, written.length]).toEqual([1, [], 1]);
});

it('loses no last words if the destination fails between two leads until both have waited', async () => {
	service.leads = [leadOf(2, 'c2', ago(1)), leadOf(1, 'c1', ago(2))];
	answers('First', 1);
	room = 1;
	await expect(look({})).rejects.toThrow('unavailable');
	expect(written).toEqual(['1 First']);
	answers('Last', 0);
	inMinutes(20);
	room = Infinity;
	const page = await looked({});
	expect([page.written, written.map((each) => each.slice(0, 2))]).toEqual([2, ['1 ', '2 ']]);
	await looked(page);
	expect(again).toContain('1 Last');
});

it('writes nothing again of a person who was erased, and nothing of one who has another lead', async () => {
	service.leads = [leadOf(2, 'c2', ago(1)), leadOf(1, 'c1', ago(1))];
	others = new Set([2]);
	const first = await looked({}, { oncePerPerson: true });
	expect([first.written, first.skipped]).toEqual([1, undefined]);
	erased = new Set([1]);
	inMinutes(20);
	const last = await looked(first, { oncePerPerson: true });
	expect([last.skipped?.person, again, written.length]).toEqual([1, [], 1]);
	expect(await look(last, { oncePerPerson: true })).toBeNull();
});

it('lets leads wait beyond the most that come again', async () => {
	service.leads = Array.from({ length: 60 }, (_none, index) => leadOf(100 - index, `c${index % 2}`, ago(1)));
	const page = await looked({}, { ofSeveral: 'known' });
	expect([page.written, page.early?.length]).toEqual([50, 50]);
	expect(await look(page, { ofSeveral: 'known' })).toBeNull();
});

it('keeps what was first written if the conversation is gone when the wait is over', async () => {
	service.leads = [leadOf(2, 'c2', ago(1)), leadOf(1, 'c1', ago(1))];
	const first = await looked({});
	expect(written).toHaveLength(2);
	service.replies.set('c1', refusal(404));
	service.agents.add('a');
	inMinutes(20);
	const last = await looked(first);
	expect([last.written, last.early, again.map((each) => each.slice(0, 1))]).toEqual([0, [], ['2']]);
	expect(await look(last)).toBeNull();
});

it('forgets no lead that it has not met, however long the sync stood still', async () => {
	service.leads = [leadOf(1, 'c1', ago(1))];
	const first = await looked({});
	inMinutes(25 * 60);
	service.leads.unshift(...Array.from({ length: 120 }, (_none, nth) => leadOf(1_000 - nth, '', ago(120 + nth))));
	const page = await looked(first);
	expect([page.written, page.early?.map(([id]) => id)]).toEqual([100, [1]]);
	answers('Last', 0);
	const last = await looked(page);
	expect([last.written, last.early, again]).toEqual([20, [], ['1 Last']]);
});

it('leaves a lead alone that a person dismissed, and asks for it no more', async () => {
	service.leads = [leadOf(1, 'c1', ago(1))];
	inMinutes(20);
	const last = await looked({ early: [[1, Date.parse(ago(21)), 2]] });
	expect([last.written, last.early, written, again]).toEqual([0, [], [], []]);
	expect(last.cursor.done.map(([id]) => id)).toEqual([1]);
});

it('says at a retry that the destination may have the lead', async () => {
	service.leads = [leadOf(1, 'c1', ago(1))];
	const told: unknown[] = [];
	const takes = {
		...destination,
		writeLead: (_of: unknown, lead: Lead, _kept: unknown, mayHave: unknown) => {
			told.push([shown(lead), mayHave]);
			return Promise.resolve({ written: 0, refused: [] });
		},
	} as unknown as Destination;
	answers('Words', 1);
	const retry = (atOnce: boolean) => () =>
		syncLead({ ...syncs(), destinations: { find: () => Promise.resolve(takes) } }, OF, 1, { ...WANTED, atOnce });
	for (const atOnce of [true, false]) expect(await attempts(retry(atOnce))).toEqual({ outcome: 'written' });
	expect(told).toEqual([
		['1 Words', true],
		['1 Words', false],
	]);
});

it('names a lead once that was refused at once in a page whose response was lost', async () => {
	service.leads = [leadOf(1, 'c1', ago(1))];
	const unheard: unknown[] = [];
	const cursor = { doneBefore: 0, done: [], pass: null, completeAt: 1, rereadAt: 0 };
	const refused = [1, 9].map((leadId) => ({ leadId, reason: 'No.' }));
	const keeps = {
		...destination,
		readCursor: () => Promise.resolve({ cursor, refused, version: 2 }),
		writePage: (page: Page) => {
			unheard.push(...page.unheard.map(({ leadId }) => leadId));
			return destination.writePage(page);
		},
	} as unknown as Destination;
	const given = { ...syncs(), destinations: { find: () => Promise.resolve(keeps) } };
	expect(await attempts(() => syncPage(given, pageAfter({})))).toMatchObject({ written: 1 });
	expect(unheard).toEqual([9]);
});

it('tells that the destination has a conversation that it refused at first', async () => {
	service.leads = [leadOf(1, 'c1', ago(1))];
	const first = await looked({});
	inMinutes(20);
	const last = await looked(first, { totals: { synced: 1, refused: 1 } });
	expect(last.brought).toEqual([1]);
});
