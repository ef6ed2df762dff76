import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { now } from '../../../test/support/time/moments';
import { DirectoryStore } from '../../storage/blobs/directory-store';
import { CallCounts } from './call-counts';
import { slowDispatches } from './slow-dispatch';
import { newUsageKey, writeUsage } from './usage-record';
import { WaitingCalls } from './waiting-calls';

const MINUTE_MS = 60_000;
/** In the middle of this minute: the files of the records have the real time. */
const NOW = Math.floor(now().getTime() / MINUTE_MS) * MINUTE_MS + 30_000;
/** What 60 requests a minute allow. */
const ALLOWED = new Map([['main', 58.2]]);

let folder: string;
let store: DirectoryStore;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-slow-'));
	store = new DirectoryStore(folder);
});
afterEach(() => rm(folder, { recursive: true }));

/** Two workers that take turns at calls of `main`, until now. */
async function twoWorkers(calls: { everyMs: number; waitedMs: number; forMinutes: number }): Promise<void> {
	const workers = [1, 2].map(() => ({ counts: new CallCounts(), waiting: new WaitingCalls() }));
	let turn = 0;
	const start = NOW - calls.forMinutes * MINUTE_MS;
	for (let at = start; at <= NOW; at += calls.everyMs) {
		const worker = workers[(turn += 1) % workers.length];
		const waitedMs = Math.min(calls.waitedMs, at - start);
		worker?.counts.dispatched('main', worker.waiting.handedOut('main', waitedMs, at), at);
	}
	for (const { counts } of workers) await writeUsage(store, newUsageKey(), counts.lastHour(NOW));
}

it('finds a connection whose calls wait and are handed out below its limit, by all workers together', async () => {
	await twoWorkers({ everyMs: 1_500, waitedMs: 20_000, forMinutes: 10 });
	const [slow, ...others] = await slowDispatches(store, ALLOWED, NOW);
	expect(others).toEqual([]);
	expect(slow).toMatchObject({ connection: 'main', allowed: 58.2, minutes: 8 });
	expect(slow?.perMinute).toBeCloseTo(40, 0);
});

it('does not find one whose calls wait for its limit only', async () => {
	await twoWorkers({ everyMs: 1_042, waitedMs: 120_000, forMinutes: 10 });
	expect(await slowDispatches(store, ALLOWED, NOW)).toEqual([]);
});

it('does not find one with few calls, which hardly wait', async () => {
	await twoWorkers({ everyMs: 5_000, waitedMs: 300, forMinutes: 10 });
	expect(await slowDispatches(store, ALLOWED, NOW)).toEqual([]);
});

it('says nothing after a moment, nor of what is long past', async () => {
	await twoWorkers({ everyMs: 1_500, waitedMs: 20_000, forMinutes: 3 });
	expect(await slowDispatches(store, ALLOWED, NOW)).toEqual([]);
	expect(await slowDispatches(store, ALLOWED, NOW + 40 * MINUTE_MS)).toEqual([]);
});

it('counts the time that several calls waited together once', () => {
	const waiting = new WaitingCalls();
	expect(waiting.handedOut('main', 4_000, 10_000)).toBe(6_000);
	expect(waiting.handedOut('main', 4_500, 10_500)).toBe(10_000);
	expect(waiting.handedOut('main', 100, 20_000)).toBe(19_900);
	// A clock that is behind that of the server.
	expect(waiting.handedOut('main', -50, 20_100)).toBe(20_100);
	expect(waiting.handedOut('other', 300, 20_100)).toBe(19_800);
});
