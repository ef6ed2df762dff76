import { planWeeks } from './plan-weeks';

const HOUR = 3_600_000;
const at = '2026-11-27T10:00:00.000Z';
const hours = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / HOUR;

describe('the weeks of a report', () => {
	it('are the last seven full days and the seven before, in UTC and English where nothing else is said', () => {
		expect(planWeeks({ connection: 'c', at }, {})).toEqual({
			timeZone: 'UTC',
			locale: 'en',
			firstDay: '2026-11-20',
			lastDay: '2026-11-26',
			before: '2026-11-13T00:00:00.000Z',
			from: '2026-11-20T00:00:00.000Z',
			until: '2026-11-27T00:00:00.000Z',
		});
	});

	it('begin at midnight of the zone of the task, else of the connection', () => {
		const connection = { timeZone: 'Pacific/Auckland', locale: 'en-NZ' };
		// There it is the 28th already.
		expect(planWeeks({ connection: 'c', at: '2026-11-27T12:00:00Z' }, connection)).toMatchObject({
			locale: 'en-NZ',
			firstDay: '2026-11-21',
			lastDay: '2026-11-27',
			until: '2026-11-27T11:00:00.000Z',
		});
		const named = { connection: 'c', at, timeZone: 'America/New_York', locale: 'de' };
		expect(planWeeks(named, connection)).toMatchObject({ locale: 'de', from: '2026-11-20T05:00:00.000Z' });
	});

	it('have an hour more or less where the clock changes', () => {
		const autumn = planWeeks({ connection: 'c', at: '2026-10-28T10:00:00Z', timeZone: 'Europe/Berlin' }, {});
		expect(hours(autumn.from, autumn.until)).toBe(7 * 24 + 1);
		expect(hours(autumn.before, autumn.from)).toBe(7 * 24);
		const spring = planWeeks({ connection: 'c', at: '2026-04-01T10:00:00Z', timeZone: 'Europe/Berlin' }, {});
		expect(hours(spring.from, spring.until)).toBe(7 * 24 - 1);
	});

	it.each(['2026-11-23T00:00:00.000Z', '2026-11-26T10:00:00.000Z', '2026-11-29T23:59:59.999Z'])(
		'of last week are those from Monday to Sunday, on whatever day the task runs: %s',
		(moment) => {
			const week = { connection: 'c', at: moment, period: 'last_week' as const };
			expect(planWeeks(week, {})).toMatchObject({
				firstDay: '2026-11-16',
				lastDay: '2026-11-22',
				before: '2026-11-09T00:00:00.000Z',
			});
		},
	);

	it('of last week begin on a Monday of the zone', () => {
		const week = { connection: 'c', at: '2026-11-23T00:00:00Z', period: 'last_week' as const };
		expect(planWeeks(week, { timeZone: 'America/New_York' }).firstDay).toBe('2026-11-09');
	});

	it('are those that the task names, once they are over where it is', () => {
		expect(planWeeks({ connection: 'c', at, weekStart: '2026-11-16' }, {})).toMatchObject({ lastDay: '2026-11-22' });
		const notOver = { connection: 'c', at: '2026-11-27T02:00:00Z', weekStart: '2026-11-20' };
		expect(planWeeks(notOver, {}).lastDay).toBe('2026-11-26');
		expect(() => planWeeks({ ...notOver, timeZone: 'America/New_York' }, {})).toThrow(
			/end at the start of 2026-11-27 in America\/New_York/,
		);
	});
});
