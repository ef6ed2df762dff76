import { Problem } from '../../problems/problem';
import { checkTiming, scheduleProblem } from './schedule-problems';

function issuesOf(cron: string | string[], timeZone = 'Europe/Berlin'): string[] {
	try {
		checkTiming({ cron: [cron].flat(), timeZone });
	} catch (error) {
		if (error instanceof Problem) return error.issues.map(({ path, message }) => `${path}: ${message}`);
		throw error;
	}
	return [];
}

it.each(['0 3 * * *', '0 3 * * MON-FRI', '*/15 0-6 1,15 jan-mar *', '0 0 29 2 *', '0 3 13 * FRI', '0 3 * * 7'])(
	'takes %s',
	(line) => {
		expect(issuesOf(line)).toEqual([]);
	},
);

it.each([
	['', /five fields/],
	['0 3 * *', /five fields/],
	['0 0 3 * * *', /five fields/],
	['@daily', /five fields/],
	['0 3 L * *', /is not a cron line/],
	['0 3 * * 5#2', /five fields/],
	['61 3 * * *', /is not a cron line.*61/],
	['0 3 * * FUNDAY', /is not a cron line/],
	['0 0 30 2 *', /never fires/],
	['0 0 31 4,6,9,11 *', /never fires: no date matches it/],
	['30 2 25-31 3 SUN', /never fires: its times do not exist in Europe\/Berlin/],
])('refuses %j by its field', (line, message) => {
	expect(issuesOf(['0 3 * * *', line])).toEqual([expect.stringMatching(message)]);
	expect(issuesOf(['0 3 * * *', line])[0]).toMatch(/^cron\.1: /);
});

it.each([
	['Nope/Nope', /is not a time zone/],
	['', /is not a time zone/],
	['europe/berlin', /must be written as Europe\/Berlin/],
	['asia/kolkata', /must be written as Asia\/Kolkata/],
])('refuses the zone %j', (timeZone, message) => {
	expect(issuesOf('0 3 * * *', timeZone)).toEqual([expect.stringMatching(message)]);
});

it("names the field that Temporal's client refuses", () => {
	expect(scheduleProblem(new TypeError('unknown time zone Mars/Base'), 'week')).toMatchObject({
		status: 400,
		issues: [{ path: 'timeZone', message: 'was refused by Temporal: unknown time zone Mars/Base' }],
	});
});
