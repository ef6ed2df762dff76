import { defaultShareOfLimit } from './schema';

it.each([
	[1, 0.96],
	[60, 0.96],
	[100, 0.976],
	[600, 0.985],
	[3_000, 0.985],
])('of a limit of %d a minute it uses %d', (limit, share) => {
	expect(defaultShareOfLimit(limit)).toBeCloseTo(share, 10);
});
