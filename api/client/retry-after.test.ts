import fc from 'fast-check';
import { parseRetryAfter } from './wait-headers';

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);

describe('Retry-After', () => {
	it.each([
		['0', 0],
		['120', 120_000],
		['1.5', 1500],
		['Sat, 21 Nov 2026 12:01:00 GMT', 60_000],
		['Sat, 21 Nov 2026 11:59:00 GMT', 0],
		[undefined, null],
		['', null],
		['soon', null],
		['-1', null],
	])('%j is %j ms', (value, expected) => expect(parseRetryAfter(value, NOW)).toBe(expected));

	it('is the same wait as seconds and as a date', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 1_000_000 }), (seconds) => {
				const date = new Date(NOW + seconds * 1000).toUTCString();
				expect(parseRetryAfter(date, NOW)).toBe(parseRetryAfter(String(seconds), NOW));
			}),
		);
	});
});
