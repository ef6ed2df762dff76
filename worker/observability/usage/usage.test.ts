import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { blobsSchema } from '../../storage/settings';
import { Keyring } from '../../temporal';
import { openBlobs } from '../../storage/blobs';
import { DirectoryStore } from '../../storage/blobs/directory-store';
import { expireBlobs } from '../../storage/blobs/expire-blobs';
import { eventually } from '../../../test/support/time/eventually';
import { CallCounts, minuteOf, oldestMinute, startOfMinute } from './call-counts';
import { keepUsage } from './keep-usage';
import { StoredUsage, sumUsage } from './read-usage';
import { newUsageKey, writeUsage } from './usage-record';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** In the middle of this minute: the files of the records have the real time. */
const NOW = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + 30_000;
const LIMITS = { main: { requestsPerMinute: 60 }, idle: { requestsPerMinute: 600 } };
const quiet = { warn: () => undefined };

let folder: string;
let store: DirectoryStore;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-usage-'));
	store = new DirectoryStore(folder);
});
afterEach(async () => {
	vi.useRealTimers();
	await rm(folder, { recursive: true });
});

/** A process with calls at these times, in ms. */
function counted(...times: number[]): CallCounts {
	const counts = new CallCounts();
	for (const time of times) counts.count('main', 200, time);
	return counts;
}

describe('the counts of a process', () => {
	it('are per connection and minute, with those that the service refused', () => {
		const counts = counted(NOW, NOW, NOW - MINUTE_MS);
		counts.count('main', 429, NOW);
		counts.count('other', null, NOW);
		const minute = minuteOf(NOW);
		expect(counts.lastHour(NOW)).toEqual({
			main: [
				{ minute: minute - 1, calls: 1, limited: 0, dispatched: 0, waitedMs: 0 },
				{ minute, calls: 3, limited: 1, dispatched: 0, waitedMs: 0 },
			],
			other: [{ minute, calls: 1, limited: 0, dispatched: 0, waitedMs: 0 }],
		});
		expect(counts.total).toBe(5);
	});

	it('go back one hour and no further', () => {
		const counts = counted(NOW, NOW + 59 * MINUTE_MS, NOW + 60 * MINUTE_MS);
		expect(counts.lastHour(NOW + 60 * MINUTE_MS)['main']).toHaveLength(2);
		expect(counts.lastHour(NOW + 200 * MINUTE_MS)).toEqual({});
	});
});

describe('the sum of all workers', () => {
	it('counts each minute at its place, also of a worker that has ended', async () => {
		await writeUsage(store, newUsageKey(), counted(NOW, NOW - 59 * MINUTE_MS).lastHour(NOW));
		await writeUsage(store, newUsageKey(), counted(NOW, NOW - MINUTE_MS).lastHour(NOW));
		const { since, connections, unreadable } = await sumUsage(store, LIMITS, NOW);
		expect([since, unreadable]).toEqual([startOfMinute(oldestMinute(NOW)), 0]);
		expect(connections.map(({ connection, requestsPerMinute }) => [connection, requestsPerMinute])).toEqual([
			['main', 60],
			['idle', 600],
		]);
		const [main, idle] = connections;
		expect([main?.calls.length, main?.calls[0], main?.calls[58], main?.calls[59]]).toEqual([60, 1, 1, 2]);
		expect(idle?.calls.every((calls) => calls === 0)).toBe(true);
		const later = await sumUsage(store, LIMITS, NOW + 10 * MINUTE_MS);
		expect([later.connections[0]?.calls[48], later.connections[0]?.calls[49]]).toEqual([1, 2]);
	});

	it('skips minutes of a clock that is ahead, and connections that are no longer configured', async () => {
		await writeUsage(store, newUsageKey(), counted(NOW + 5 * MINUTE_MS).lastHour(NOW));
		const gone = new CallCounts();
		gone.count('gone', 200, NOW);
		await writeUsage(store, newUsageKey(), gone.lastHour(NOW));
		const { connections } = await sumUsage(store, LIMITS, NOW);
		expect(connections.flatMap(({ calls }) => calls).every((calls) => calls === 0)).toBe(true);
	});

	it('says how many records it cannot read, and sums the others', async () => {
		const keyring = (id: string) =>
			new Keyring({ keys: [{ id, secret: randomBytes(32).toString('base64') }], current: id });
		const config = blobsSchema.parse({ directory: folder });
		const [before, now] = [openBlobs(config, keyring('before')).store, openBlobs(config, keyring('now')).store];
		await writeUsage(before, newUsageKey(), counted(NOW).lastHour(NOW));
		await writeUsage(now, newUsageKey(), counted(NOW).lastHour(NOW));
		const { connections, unreadable } = await sumUsage(now, LIMITS, NOW);
		expect([connections[0]?.calls[59], unreadable]).toEqual([1, 1]);
	});

	it('is read once for several readers of the same moment', async () => {
		vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
		const list = vi.spyOn(store, 'list');
		const usage = new StoredUsage(store, () => LIMITS);
		await Promise.all([usage.read(), usage.read()]);
		expect(list).toHaveBeenCalledTimes(1);
		vi.setSystemTime(NOW + MINUTE_MS);
		await usage.read();
		expect(list).toHaveBeenCalledTimes(2);
	});
});

describe('a worker', () => {
	it('stores its counts when it stops, once and over what it stored before', async () => {
		vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setInterval', 'clearInterval'] });
		const counts = counted(NOW);
		const write = vi.spyOn(store, 'write');
		const kept = keepUsage(counts, store, quiet);
		vi.advanceTimersByTime(MINUTE_MS);
		await eventually(
			() => write.mock.calls.length,
			(seen) => expect(seen).toBe(1),
			'the first write begins a moment after its timer',
		);
		vi.advanceTimersByTime(5 * MINUTE_MS);
		counts.count('main', 200, Date.now());
		await kept.stop();
		await kept.stop();
		expect(write).toHaveBeenCalledTimes(2);
		expect(await readdir(join(folder, 'usage'))).toHaveLength(1);
		const { connections } = await sumUsage(store, LIMITS, Date.now());
		expect([connections[0]?.calls[53], connections[0]?.calls[59]]).toEqual([1, 1]);
	});

	it('stores nothing without a call, and logs a failure once', async () => {
		const idle = vi.spyOn(store, 'write');
		await keepUsage(new CallCounts(), store, quiet).stop();
		expect(idle).not.toHaveBeenCalled();
		idle.mockRejectedValue(new Error('The disk is full.'));
		const warn = vi.fn();
		const kept = keepUsage(counted(Date.now()), store, { warn });
		await kept.stop();
		await kept.stop();
		expect([idle.mock.calls.length, warn.mock.calls.length]).toEqual([2, 1]);
	});
});

it('records are removed two hours after their last change', async () => {
	for (const hours of [1, 3]) {
		const key = newUsageKey();
		await writeUsage(store, key, counted(NOW).lastHour(NOW));
		const then = new Date(Date.now() - hours * HOUR_MS);
		await utimes(join(folder, key), then, then);
	}
	expect(await expireBlobs(store, blobsSchema.parse({}))).toBe(1);
	expect(await readdir(join(folder, 'usage'))).toHaveLength(1);
});
