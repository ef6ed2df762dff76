import { readersZone, startOfToday } from './today';

test("today begins at midnight in the reader's zone, and not later than now", () => {
	const now = new Date(2026, 10, 23, 14, 30);
	expect(startOfToday(now)).toEqual(new Date(2026, 10, 23));
	expect(startOfToday(new Date(2026, 10, 23))).toEqual(new Date(2026, 10, 23));
	expect(now).toEqual(new Date(2026, 10, 23, 14, 30));
});

test('the zone has a name', () => {
	expect(readersZone()).toMatch(/^\w+/);
});
