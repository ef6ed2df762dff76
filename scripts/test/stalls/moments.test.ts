import { workingTimes } from './moments.mjs';

/** The first times of a seed. */
function first(count: number, seed: string, averageMs: number): number[] {
	const times = workingTimes(seed, averageMs);
	return Array.from({ length: count }, () => times.next().value);
}

it('has the same times for the same seed, and others for another', () => {
	expect(first(5, 'a', 1000)).toEqual(first(5, 'a', 1000));
	expect(first(5, 'a', 1000)).not.toEqual(first(5, 'b', 1000));
});

it('stops at different times, never sooner than half of the average, never later than one and a half of it', () => {
	const times = first(1000, 'a', 1000);
	expect(new Set(times).size).toBeGreaterThan(900);
	expect(Math.min(...times)).toBeGreaterThanOrEqual(500);
	expect(Math.max(...times)).toBeLessThan(1500);
	const average = times.reduce((sum, time) => sum + time, 0) / times.length;
	expect(average).toBeGreaterThan(950);
	expect(average).toBeLessThan(1050);
});
