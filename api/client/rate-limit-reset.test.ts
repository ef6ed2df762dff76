import fc from 'fast-check';
import { parseRateLimitReset } from './wait-headers';

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('X-RateLimit-Reset', () => {
	it.each([
		['30', NOW + 30_000],
		['0', NOW],
		['0.5', NOW + 500],
		[String(NOW / 1000 + 30), NOW + 30_000],
		[String(NOW + 30_000), NOW + 30_000],
		['2026-11-21T12:00:30Z', NOW + 30_000],
		['2026-11-21T14:00:30.250+02:00', NOW + 30_250],
		['Sat, 21 Nov 2026 12:00:30 GMT', NOW + 30_000],
		[' 30 ', NOW + 30_000],
	])('reads %s', (value, expected) => expect(parseRateLimitReset(value, NOW)).toBe(expected));

	it.each([[undefined], [''], ['soon'], ['-5'], ['NaN'], ['Infinity'], ['1e3'], ['21 Nov'], ['May 5']])(
		'cannot read %j',
		(value) => expect(parseRateLimitReset(value, NOW)).toBeNull(),
	);

	const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2100, 0) });
	const wait = fc.integer({ min: 0, max: 86_400 });

	it('finds the same moment in every form', () => {
		fc.assert(
			fc.property(moment, wait, (start, seconds) => {
				const now = Math.floor(start / 1000) * 1000;
				const expected = now + seconds * 1000;
				const date = new Date(expected);
				for (const form of [seconds, expected / 1000, expected, date.toISOString(), date.toUTCString()]) {
					expect(parseRateLimitReset(String(form), now)).toBe(expected);
				}
			}),
		);
	});

	it('never throws and gives a whole number or null', () => {
		fc.assert(
			fc.property(fc.string(), moment, (text, now) => {
				const parsed = parseRateLimitReset(text, now);
				expect(parsed === null || Number.isFinite(parsed)).toBe(true);
			}),
		);
	});
});
