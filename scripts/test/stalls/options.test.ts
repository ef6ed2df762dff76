import { readOptions } from './options.mjs';

it('runs npm test five times, with a stop of 20 s every 90 s, at new moments', () => {
	expect(readOptions([])).toMatchObject({ runs: 5, suite: 'standard', every: 90, stop: 20, vitest: [] });
	expect(readOptions([]).seed).not.toBe('');
});

it('takes options, and what follows them for Vitest', () => {
	const given = ['--runs', '1', '--suite', 'quick', '--every', '9', '--stop', '3', '--seed', 'a', '--', 'retry', '-u'];
	expect(readOptions(given)).toMatchObject({
		runs: 1,
		suite: 'quick',
		every: 9,
		stop: 3,
		seed: 'a',
		vitest: ['retry', '-u'],
	});
});

it.each(['0', '-1', '1.5', 'often'])('refuses %s as a number, and names the option', (number) => {
	expect(() => readOptions([`--runs=${number}`])).toThrow('--runs');
});

it('refuses an option that it does not know', () => {
	expect(() => readOptions(['--run', '1'])).toThrow('--run');
});
