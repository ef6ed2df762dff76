import { MockActivityEnvironment } from '@temporalio/testing';
import { callsAllowed, DispatchedPace, pagesAllowed } from './dispatched-pace';
import { callsPerDispatch } from './pace';

const pace = (requestsPerMinute: number) => ({ requestsPerMinute, shareOfLimit: 0.97 });
/** Of a dispatch of pages, as a workflow writes it. The server has it as a 32-bit number. */
const weightOf = (limit: number) => Math.fround(limit / 60 / callsPerDispatch(limit, 'shared'));
/** Dispatches a minute, as the server makes them. */
const perMinute = (weight: number) => weight * 0.97 * 60;

test.each([60, 600, 601, 700, 1_200, 3_000, 6_000, 59_999, 60_000])(
	'with the same limit of %i, a dispatch reads the pages that it was weighed for',
	(limit) => {
		expect(pagesAllowed(pace(limit), weightOf(limit))).toBe(callsPerDispatch(limit, 'shared'));
	},
);

test.each([
	[600, 700],
	[600, 6_000],
	[3_000, 3_100],
	[6_000, 3_000],
	[60_000, 700],
])('calls that were written with the limit %i keep to the limit %i', (before, now) => {
	const weight = weightOf(before);
	expect(pagesAllowed(pace(now), weight) * perMinute(weight)).toBeLessThanOrEqual(now);
});

test('a dispatch without a weight reads the pages of the limit', () => {
	expect(pagesAllowed(pace(3_000), undefined)).toBe(5);
});

test('after a limit was lowered from 600 to 60, workers let through 60 of the 582 dispatches, however many they are', () => {
	const workers = [new DispatchedPace(), new DispatchedPace(), new DispatchedPace()];
	const dispatches = Array.from({ length: 582 }, (_none, at) => workers[at % workers.length]);
	const made = dispatches.filter((worker) => worker?.mayCall('main', pace(60), weightOf(600), true)).length;
	expect(made).toBeLessThanOrEqual(60);
	expect(made).toBeGreaterThanOrEqual(54);
	// Another connection, or a call of the new weight, waits for none of it.
	expect(workers[0]?.mayCall('other', pace(600), weightOf(600), true)).toBe(true);
	expect(workers[0]?.mayCall('main', pace(60), weightOf(60), true)).toBe(true);
	expect(callsAllowed(pace(60), weightOf(600))).toBeCloseTo(0.1, 4);
});

test('a call that is not repeated is made, and the ones after it wait for it', () => {
	const worker = new DispatchedPace();
	for (const _call of [1, 2]) expect(worker.mayCall('main', pace(60), weightOf(600), false)).toBe(true);
	const next = Array.from({ length: 20 }, () => worker.mayCall('main', pace(60), weightOf(600), true));
	expect(next.indexOf(true)).toBeGreaterThanOrEqual(17);
	expect(next.filter(Boolean)).toHaveLength(1);
});

describe('a call of an old weight on a connection without other calls', () => {
	afterEach(() => {
		vi.useRealTimers();
	});

	const SECOND_MS = 1_000;
	/** Its pages were weighed for ten times the limit. */
	const lowered = (worker: DispatchedPace, isRepeated = true) =>
		worker.mayCall('main', pace(60), weightOf(6_000), isRepeated);

	test('is made at once, each time', () => {
		vi.useFakeTimers();
		const worker = new DispatchedPace();
		for (let look = 0; look < 10; look += 1) {
			expect(lowered(worker)).toBe(true);
			vi.advanceTimersByTime(300 * SECOND_MS);
		}
	});

	test('waits half a minute beside another one, though it is tried every 5 s', () => {
		vi.useFakeTimers();
		const worker = new DispatchedPace();
		expect(worker.mayCall('main', pace(60), weightOf(600) * 10, true)).toBe(true);
		let seconds = 0;
		while (!worker.mayCall('main', pace(60), weightOf(600) * 10, true)) {
			vi.advanceTimersByTime(5 * SECOND_MS);
			seconds += 5;
		}
		expect(seconds).toBeLessThanOrEqual(35);
	});

	test('does not wait for a thousand calls that could not wait', () => {
		vi.useFakeTimers();
		const worker = new DispatchedPace();
		for (let call = 0; call < 1_000; call += 1) expect(lowered(worker, false)).toBe(true);
		expect(lowered(worker)).toBe(false);
		vi.advanceTimersByTime(35 * SECOND_MS);
		expect(lowered(worker)).toBe(true);
	});

	test('waits for its share while the worker makes calls of the new weight', () => {
		vi.useFakeTimers();
		const worker = new DispatchedPace();
		let made = 0;
		for (let second = 0; second < 60; second += 1) {
			expect(worker.mayCall('main', pace(60), weightOf(60), true)).toBe(true);
			vi.advanceTimersByTime(SECOND_MS / 2);
			if (lowered(worker)) made += 1;
			vi.advanceTimersByTime(SECOND_MS / 2);
		}
		// Its dispatches are ten times as fast as the limit allows.
		expect(made).toBe(6);
	});

	test('takes at most a thirtieth of the limit in each worker', () => {
		vi.useFakeTimers({ now: 0 });
		const worker = new DispatchedPace();
		let made = 0;
		for (const begun = Date.now(); Date.now() - begun < 600 * SECOND_MS; vi.advanceTimersByTime(SECOND_MS / 4))
			// It comes as soon as the connection counts as idle.
			if (Date.now() % (31 * SECOND_MS) < SECOND_MS / 4 && lowered(worker)) made += 1;
		expect(made).toBeLessThanOrEqual(20);
		expect(made).toBeGreaterThanOrEqual(18);
	});
});

test('forgets connections that were removed', () => {
	const worker = new DispatchedPace();
	const lowered = () => worker.mayCall('main', pace(60), weightOf(600), true);
	expect([lowered(), lowered()]).toEqual([true, false]);
	worker.keepOnly({ main: {} });
	expect(lowered()).toBe(false);
	worker.keepOnly({ other: {} });
	expect(lowered()).toBe(true);
});

test('a dispatch that Temporal repeats makes no call for one that another made beyond its own', async () => {
	const worker = new DispatchedPace();
	const keepToLimit = (maximumAttempts?: number) =>
		new MockActivityEnvironment({
			priority: { fairnessKey: 'main', fairnessWeight: weightOf(60) },
			retryPolicy: { ...(maximumAttempts !== undefined && { maximumAttempts }) },
		}).run(() => Promise.resolve(worker.keepToLimit('main', pace(60), true)));
	await keepToLimit();
	worker.owe('main');
	await keepToLimit(1);
	await expect(keepToLimit()).rejects.toMatchObject({ type: 'not_yet' });
	await keepToLimit();
});
