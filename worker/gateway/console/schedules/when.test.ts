import { cronOf, NIGHTLY, whenOf, wordsOf } from './when';

test.each([
	['every night', { ...NIGHTLY }, ['0 4 * * *']],
	['on weekdays', { ...NIGHTLY, kind: 'weekdays', time: '18:05' }, ['5 18 * * 1-5']],
	['on Sundays', { ...NIGHTLY, kind: 'weekly', day: '0' }, ['0 4 * * 0']],
] as const)('%s is a cron line, and back', (_what, when, cron) => {
	expect(cronOf(when)).toEqual(cron);
	expect(whenOf(cron)).toMatchObject({ kind: when.kind, time: when.time, day: when.day });
});

test.each([
	['0 3 * * MON-FRI', 'weekdays', '1'],
	['0 3 * * 7', 'weekly', '0'],
	['*/5 * * * *', 'lines', '1'],
	['0 3 1 * *', 'lines', '1'],
	['0 3 * * 1,3', 'lines', '1'],
])('%s is the choice %s', (line, kind, day) => {
	expect(whenOf([line])).toMatchObject({ kind, day });
});

test('lines written by hand stay what they are', () => {
	const cron = ['0 3 * * *', '0 16 * * *'];
	expect(cronOf(whenOf(cron))).toEqual(cron);
	expect(cronOf({ ...NIGHTLY, kind: 'lines', lines: ' 0 3 * * * \n\n' })).toEqual(['0 3 * * *']);
});

test('a time of which a part is missing is no cron line', () => {
	expect(cronOf({ ...NIGHTLY, time: '' })).toEqual([]);
	expect(cronOf({ ...NIGHTLY, kind: 'lines' })).toEqual([]);
});

test.each([
	[['0 3 * * *'], 'every day at 03:00'],
	[['30 4 * * 1-5'], 'Monday to Friday at 04:30'],
	[['5 18 * * 7'], 'every Sunday at 18:05'],
	[['0 3 1 * *', '0 4 * * *'], '0 3 1 * * | 0 4 * * *'],
])('%j is %s', (cron, words) => {
	expect(wordsOf(cron)).toBe(words);
});
