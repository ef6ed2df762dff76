import { startedBetween, startedIn } from './days';

test('days begin and end at midnight where the reader is', () => {
	expect(startedBetween('2026-11-22', '2026-11-23')).toEqual({
		startedFrom: new Date(2026, 10, 22).toISOString(),
		startedBefore: new Date(2026, 10, 24).toISOString(),
	});
});

test.each(['', 'yesterday', '2026-13-40', undefined])('a day of %j restricts nothing', (day) => {
	expect(startedBetween(day, day)).toEqual({});
});

test.each([2, 9, 23])('last night is the same one at %i o’clock, from the evening to the morning', (hour) => {
	const now = new Date(2026, 10, 23, hour);
	expect(startedIn({ period: 'last-night', from: '2026-11-01' }, now)).toEqual({
		startedFrom: new Date(2026, 10, 22, 18).toISOString(),
		startedBefore: new Date(2026, 10, 23, 8).toISOString(),
	});
});

test('a period that nobody knows leaves the days', () => {
	expect(startedIn({ period: 'someday', from: '2026-11-22' })).toEqual(startedBetween('2026-11-22'));
	expect(startedIn({ period: 'today' }, new Date(2026, 10, 23, 9))).toEqual({
		startedFrom: new Date(2026, 10, 23).toISOString(),
	});
});
