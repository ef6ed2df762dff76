import { businessMoments } from './business-hours';
import { PEOPLE, visitorAt } from './visitors';

const all = (count: number) => Array.from({ length: count }, (_, number) => visitorAt(number));

it('gives every number a person of their own, and always the same one', () => {
	const people = all(PEOPLE * 2);
	expect(new Set(people.map(({ email }) => email)).size).toBe(PEOPLE * 2);
	expect(new Set(people.map(({ name, country }) => `${name}, ${country}`)).size).toBe(PEOPLE);
	expect(all(PEOPLE * 2)).toEqual(people);
	for (const { email } of people) expect(email).toMatch(/^[a-z]+\.[a-z]+\d?@[a-z-]+\.example$/);
});

const NOW = Date.parse('2026-11-23T12:00:00Z');
const DAY_MS = 86_400_000;

it.each([0, 1, 7, 250, 5000])('spreads %i moments over the days before now, oldest first', (count) => {
	const moments = businessMoments(count, 90, NOW);
	expect(moments).toHaveLength(count);
	expect(moments.toSorted((a, b) => a - b)).toEqual(moments);
	expect(moments.every((at) => at > NOW - 90 * DAY_MS && at < NOW)).toBe(true);
});

it('has more visits on a weekday than on a day of a weekend', () => {
	const days = businessMoments(700, 70, NOW).map((at) => new Date(at).getUTCDay());
	const weekend = days.filter((day) => day === 0 || day === 6).length / 20;
	expect((days.length - weekend * 20) / 50).toBeGreaterThan(2 * weekend);
});
