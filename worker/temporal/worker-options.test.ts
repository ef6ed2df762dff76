import { callsPerSecond } from './worker-options';

it.each([
	[{ requestsPerMinute: 60, shareOfLimit: 0.96 }, 0.96],
	[{ requestsPerMinute: 60, shareOfLimit: 0.93 }, 0.93],
	[{ requestsPerMinute: 600, shareOfLimit: 0.96 }, 9.6],
])('hands out calls of %j at %d a second', (pace, perSecond) => {
	expect(callsPerSecond(pace)).toBeCloseTo(perSecond, 10);
});
