import { differencesOf, weeksOfChanges } from '../../../support/temporal/matching-times';
import { useTemporalClient } from '../../../support/temporal/use-client';

/** `test/system/operations-drills/schedule-times.test.ts` compares more zones and lines, and every day of the two years. */

const client = useTemporalClient();

/**
 * Zones whose clocks change at another hour, by another span or on the other side of Greenwich. Node and the server have
 * data of their own, so a zone whose rules have changed of late is none of them.
 */
const ZONES = [
	...['Europe/Berlin', 'Europe/London', 'Europe/Athens', 'America/New_York', 'America/Havana', 'America/Santiago'],
	...['Australia/Lord_Howe', 'Africa/Cairo', 'Antarctica/Troll', 'Asia/Kolkata', 'UTC'],
];

/** At the hours of clock changes, rare and frequent. */
const CRONS = [
	...['30 0 * * *', '0 1 * * *', '30 1 * * *', '0 2 * * *', '15 2 * * *', '30 2 * * 0', '0 3 * * *', '30 3 * * 1-5'],
	...['0 * * * *', '*/15 1-3 * * *', '0,30 0,2 * * sun', '30 2 25-31 3,10 SUN', '0 23 * * 6', '0 0 29 2 *'],
].map((line) => [line]);

it.each(ZONES)(
	'the previewed times of %s are those that Temporal lists, around all clock changes of two years',
	async (timeZone) => {
		const several = [
			['30 1 * * *', '*/20 0-2 * * *'],
			['0 2 * * *', '30 2 * * *', '59 1 * * *'],
		];
		const timings = [...CRONS, ...several].map((cron) => ({ cron, timeZone }));
		expect(await differencesOf(client(), timings, weeksOfChanges(timeZone))).toEqual([]);
	},
);
