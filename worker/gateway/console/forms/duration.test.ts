import { durationOf, partsOf, secondsOf } from './duration';

test.each([
	[604_800, '7 days'],
	[21_600, '6 hours'],
	[300, '5 minutes'],
	[90, '90 seconds'],
	[0, '0 seconds'],
])('%i s are shown as %s, and back', (seconds, typed) => {
	expect(durationOf(seconds)).toBe(typed);
	expect(secondsOf(typed)).toBe(seconds);
});

test('what was typed is kept, a number or not', () => {
	expect(partsOf('a few hours')).toEqual({ amount: 'a few', unit: 'hours' });
	expect(secondsOf('a few hours')).toBeNaN();
	expect(secondsOf(' minutes')).toBeUndefined();
});
