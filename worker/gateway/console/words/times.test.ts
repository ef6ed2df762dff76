import {
	exact,
	exactWithSeconds,
	inZone,
	isMoment,
	readersZone,
	relative,
	secondsBetween,
	span,
	splitAtMoments,
	startOfToday,
} from './times';

const NOW = Date.parse('2026-11-21T10:00:00Z');

test.each([
	[1, '1 second'],
	[90, '90 seconds'],
	[119, '119 seconds'],
	[120, '2 minutes'],
	[5_400, '90 minutes'],
	[7_200, '2 hours'],
	[172_800, '2 days'],
])('a duration of %i s is %s', (seconds, text) => {
	expect(span(seconds)).toBe(text);
});

test.each([
	['2026-11-21T09:59:55Z', 'just now'],
	['2026-11-21T10:00:05Z', 'in a moment'],
	['2026-11-21T09:57:00Z', '3 minutes ago'],
	['2026-11-21T12:00:00Z', 'in 2 hours'],
])('%s is %s', (time, text) => {
	expect(relative(time, NOW)).toBe(text);
});

test('the seconds between two times', () => {
	expect(secondsBetween('2026-11-21T10:00:00Z', '2026-11-21T10:01:30.500Z')).toBe(90.5);
});

test('times in a text are found', () => {
	expect(splitAtMoments('Retried at 2026-11-21T10:00:00Z, and 2026-11-21T10:00:01.5Z.')).toEqual([
		'Retried at ',
		'2026-11-21T10:00:00Z',
		', and ',
		'2026-11-21T10:00:01.5Z',
		'.',
	]);
	expect([isMoment('2026-11-21T10:00:00Z'), isMoment('2026-11-21'), isMoment('agent_1')]).toEqual([true, false, false]);
});

test('a time of today needs no date', () => {
	const now = new Date(2026, 10, 23, 14, 30, 15);
	const today = exactWithSeconds(now.toISOString(), now);
	const yesterday = exactWithSeconds(new Date(2026, 10, 22, 14, 30, 15).toISOString(), now);
	expect(today).toMatch(/30:15/);
	expect(today).not.toMatch(/2026|26/);
	expect(yesterday).toMatch(/2026/);
});

test("today begins at midnight in the reader's zone, and not later than now", () => {
	const now = new Date(2026, 10, 23, 14, 30);
	expect(startOfToday(now)).toEqual(new Date(2026, 10, 23));
	expect(startOfToday(new Date(2026, 10, 23))).toEqual(new Date(2026, 10, 23));
	expect(now).toEqual(new Date(2026, 10, 23, 14, 30));
});

test('an exact time names its zone', () => {
	const zone = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' })
		.formatToParts(NOW)
		.find(({ type }) => type === 'timeZoneName')?.value;
	expect(exact(NOW)).toContain(zone);
	expect(inZone('2026-11-21T10:00:00Z', 'Asia/Kolkata')).toMatch(/03:30.*GMT\+5:30|15:30.*GMT\+5:30/);
});

test('the zone has a name', () => {
	expect(readersZone()).toMatch(/^\w+/);
});
