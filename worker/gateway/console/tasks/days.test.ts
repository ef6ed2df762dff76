import { startedBetween } from './days';

test('days begin and end at midnight where the reader is', () => {
	expect(startedBetween('2026-11-22', '2026-11-23')).toEqual({
		startedFrom: new Date(2026, 10, 22).toISOString(),
		startedBefore: new Date(2026, 10, 24).toISOString(),
	});
});

test.each(['', 'yesterday', '2026-13-40', undefined])('a day of %j restricts nothing', (day) => {
	expect(startedBetween(day, day)).toEqual({});
});
