import { nextTimes } from './next-times';

function timesOf(cron: string | string[], timeZone: string, from: string, count = 3): string[] {
	return nextTimes({ cron: [cron].flat(), timeZone }, count, new Date(from)).map((time) => time.toISOString());
}

test('the times are those of the zone', () => {
	expect(timesOf('30 3 * * 1-5', 'Europe/Berlin', '2026-06-05T00:00:00Z')).toEqual([
		'2026-06-05T01:30:00.000Z',
		'2026-06-08T01:30:00.000Z',
		'2026-06-09T01:30:00.000Z',
	]);
});

test('a time that two lines share comes once', () => {
	expect(timesOf(['0 3 * * *', '0 3,15 * * *'], 'UTC', '2026-06-05T00:00:00Z')).toEqual([
		'2026-06-05T03:00:00.000Z',
		'2026-06-05T15:00:00.000Z',
		'2026-06-06T03:00:00.000Z',
	]);
});

test('a time that does not exist, because clocks go forward, is skipped', () => {
	expect(timesOf('30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00:00Z')).toEqual([
		'2026-03-28T01:30:00.000Z',
		'2026-03-30T00:30:00.000Z',
		'2026-03-31T00:30:00.000Z',
	]);
});

test.each([
	['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', ['2026-10-25T01:30:00.000Z', '2026-10-26T01:30:00.000Z']],
	['30 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z']],
])('%s in %s is what Temporal makes of a time that comes twice', (line, timeZone, from, times) => {
	expect(timesOf(line, timeZone, from, 2)).toEqual(times);
});

test('a line with spaces around it, and a rare day', () => {
	expect(timesOf('  0 3  29 2 * ', 'UTC', '2026-06-05T00:00:00Z', 2)).toEqual([
		'2028-02-29T03:00:00.000Z',
		'2032-02-29T03:00:00.000Z',
	]);
});
