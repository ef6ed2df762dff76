import { callsAllowed, DispatchedPace, pagesAllowed } from './dispatched-pace';
import { callsPerDispatch } from './worker-options';

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
	expect(worker.mayCall('main', pace(60), weightOf(600), false)).toBe(true);
	const next = Array.from({ length: 20 }, () => worker.mayCall('main', pace(60), weightOf(600), true));
	expect(next.lastIndexOf(false)).toBeGreaterThanOrEqual(17);
	expect(next.filter(Boolean)).toHaveLength(1);
});
