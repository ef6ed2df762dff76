import { clockWarnings } from './clock-warnings';

const FROM = new Date('2026-06-01T00:00:12.345Z');

it.each([
	[
		'30 2 * * *',
		'Europe/Berlin',
		[
			'On 25 October 2026 02:30 comes twice in Europe/Berlin, because the clocks go back: this runs once, at 01:30 UTC.',
			'On 28 March 2027 02:30 does not exist in Europe/Berlin, because the clocks go forward: this run is skipped.',
		],
	],
	[
		'30 1 * * *',
		'Europe/Berlin',
		['On 25 October 2026 the clocks go back in Europe/Berlin: Temporal adds a run at 00:30 UTC.'],
	],
	[
		'30 1 * * *',
		'America/New_York',
		[
			'On 1 November 2026 01:30 comes twice in America/New_York, because the clocks go back: this runs twice, at 05:30 and 06:30 UTC.',
		],
	],
	[
		'0,30 3 * * *',
		'Europe/Athens',
		[
			'On 25 October 2026 03:00 and 03:30 come twice in Europe/Athens, because the clocks go back: this runs at 01:00 UTC, and Temporal adds a run at 02:30 UTC.',
			'On 28 March 2027 03:00 and 03:30 do not exist in Europe/Athens, because the clocks go forward: these runs are skipped.',
		],
	],
	[
		'15 2 * * *',
		'Australia/Lord_Howe',
		[
			'On 4 October 2026 02:15 does not exist in Australia/Lord_Howe, because the clocks go forward: this runs at 02:45 instead.',
		],
	],
	[
		'30 2 * * 0',
		'America/Havana',
		['On 14 March 2027 the clocks go forward in America/Havana: Temporal skips the run at 02:30.'],
	],
	[
		'*/15 * * * *',
		'Europe/Berlin',
		[
			'On 25 October 2026 02:00, 02:15, 02:30 and 02:45 come twice in Europe/Berlin, because the clocks go back: this runs at 00:00 and 01:15 UTC, and Temporal skips the runs at 03:00 and 03:15.',
		],
	],
])('says what clock changes do to %s in %s', (line, timeZone, warnings) => {
	expect(clockWarnings({ cron: [line], timeZone }, FROM)).toEqual(warnings);
});

it('says it of a date that meets a change in some years only', () => {
	const [warning] = clockWarnings({ cron: ['30 2 26 3 *'], timeZone: 'Europe/Berlin' }, FROM);
	expect(warning).toMatch(/^On 26 March 2028 02:30 does not exist/);
});

it.each([
	['0 4 * * *', 'Europe/Berlin'],
	['0 4 * * 1-5', 'Europe/Kyiv'],
	['0 4 * * *', 'America/Havana'],
	['0 4 * * *', 'Antarctica/Troll'],
	['30 2 * * *', 'UTC'],
	['30 2 * * *', 'Asia/Kolkata'],
	['* * * * *', 'America/New_York'],
	['', 'Europe/Berlin'],
	['30 2 * * *', 'Nope/Nope'],
])('says nothing of %s in %s', (line, timeZone) => {
	expect(clockWarnings({ cron: [line], timeZone }, FROM)).toEqual([]);
});

it('knows the runs of all lines together', () => {
	const timing = { cron: ['0 2 * * *', '59 1 * * *'], timeZone: 'America/New_York' };
	expect(clockWarnings(timing, FROM)[0]).toMatch(/01:59 comes twice.*runs twice, at 05:59 and 06:59 UTC\.$/);
});
