import { differencesOf } from '../../support/temporal/matching-times';
import { useTemporalClient } from '../../support/temporal/use-client';

const client = useTemporalClient();

/** Changes at 0, 1, 2, 3 and 24 o'clock, by 30, 60 and 120 minutes, on both sides of Greenwich, and none, with rules that are some years old. */
const ZONES = [
	...['Europe/Berlin', 'Europe/London', 'Europe/Athens', 'Europe/Kyiv', 'Europe/Dublin', 'Atlantic/Azores'],
	...['America/New_York', 'America/St_Johns', 'America/Havana', 'America/Santiago', 'America/Nuuk'],
	...['Africa/Cairo', 'Asia/Gaza', 'Asia/Beirut', 'Asia/Kolkata'],
	...['Australia/Lord_Howe', 'Pacific/Chatham', 'Antarctica/Troll', 'UTC'],
];

/** Each hour and half hour up to five o'clock, every day and on Sundays: 44 lines. */
const NIGHTS = Array.from({ length: 11 }, (_, half) => `${(half % 2) * 30} ${Math.floor(half / 2)}`);
const AT_NIGHT = NIGHTS.flatMap((time) => [
	`${time} * * *`,
	`${time} * * 0`,
	`${time} * * MON-FRI`,
	`${time} 1,15 * *`,
]);
/** The last minute of an hour, odd minutes, and the rest of the day: 20 lines. */
const BY_DAY = [
	...['59 0 * * *', '59 1 * * *', '59 2 * * *', '59 23 * * *', '1 0 * * *', '15 2 * * *', '45 2 * * *', '7 3 * * *'],
	...['0 6 * * 1-5', '30 12 * * *', '0 18 * * sat,sun', '30 23 * * *', '0 23 * * 6', '5 22 13 * FRI', '0 12 1 * *'],
	...['0 0,12 * * *', '0 8-18/2 * * 1-5', '30 0,4,8 * * *', '20 4 */2 * *', '0 9 1-7 * MON'],
];
/** Dates of which some are a change's, and rare ones: 16 lines. */
const RARE = [
	...['30 2 25-31 3,10 SUN', '30 1 1-7 11 SUN', '30 2 8-14 3 SUN', '0 0 29 2 *', '0 2 29 3 *', '30 2 28 3 *'],
	...['30 1 1 11 *', '0 3 25 10 *', '0 0 1 1 *', '59 23 31 12 *', '0 0 31 * *', '30 2 * 3,10 *', '0 2 * mar,nov 7'],
	...['0 1 1-7 4 0', '30 0 * 4,9 SUN', '0 0 * * sun'],
];
/** Several times an hour or a night: 20 lines. */
const FREQUENT = [
	...['0 * * * *', '30 * * * *', '59 * * * *', '0 */2 * * *', '15 1-23/2 * * *', '0 */3 * * *', '0 0-5 * * *'],
	...['*/15 * * * *', '*/30 * * * *', '*/20 0-4 * * *', '*/10 1-3 * * *', '0,45 2 * * *', '0,30 1-2 * * 0'],
	...[
		'5,35 0-3 * * sun',
		'*/7 2 * * *',
		'10-50/20 3 * * *',
		'* 2 * * 0',
		'*/5 1 * * SUN',
		'0,1 0,1,2,3 * * *',
		'58,59 * * * *',
	],
];
/** Lines of one schedule share the time after which each looks for its next one. */
const TOGETHER = [
	['30 1 * * *', '*/20 0-2 * * *'],
	['0 2 * * *', '30 2 * * *', '59 1 * * *'],
	['0 0 * * *', '0 * * * 0'],
];

it.each(ZONES)(
	'the previewed times of %s are those that Temporal lists, on every day of two years',
	async (timeZone) => {
		const lines = [...AT_NIGHT, ...BY_DAY, ...RARE, ...FREQUENT];
		expect(lines).toHaveLength(100);
		const timings = [...lines.map((line) => [line]), ...TOGETHER].map((cron) => ({ cron, timeZone }));
		expect(await differencesOf(client(), timings)).toEqual([]);
	},
);
