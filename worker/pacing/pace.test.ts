import { callsPerDispatch, dispatchesPerSecond } from './pace';

it.each([
	[{ requestsPerMinute: 60, shareOfLimit: 0.97 }, 0.97],
	[{ requestsPerMinute: 60, shareOfLimit: 0.93 }, 0.93],
	[{ requestsPerMinute: 600, shareOfLimit: 0.96 }, 9.6],
	[{ requestsPerMinute: 3_000, shareOfLimit: 0.96 }, 24],
	[{ requestsPerMinute: 900, shareOfLimit: 1 }, 15],
	[{ requestsPerMinute: 4_500, shareOfLimit: 1 }, 25],
])('hands out what waits for %j at %d a second', (pace, perSecond) => {
	expect(dispatchesPerSecond(pace, 'own')).toBeCloseTo(perSecond, 10);
});

it.each([1, 60, 600, 601, 900, 3_000, 100_000])('keeps to a limit of %d a minute, whatever is handed out', (limit) => {
	const perMinute = dispatchesPerSecond({ requestsPerMinute: limit, shareOfLimit: 1 }, 'own') * 60;
	expect(perMinute * callsPerDispatch(limit, 'own')).toBeCloseTo(limit, 6);
	expect(perMinute).toBeLessThanOrEqual(Math.max(1_500, limit / 100) + 1e-6);
});
