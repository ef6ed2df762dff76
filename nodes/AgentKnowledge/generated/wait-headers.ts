// Generated from api/client/wait-headers.ts by `npm run generate`; do not edit.

/** From here on a number can only be milliseconds since the epoch: as seconds it would be the year 5138. */
const EPOCH_MILLISECONDS_FROM = 100_000_000_000;
/** From here on a number can only be seconds since the epoch: as a wait it would be 31 years. */
const EPOCH_SECONDS_FROM = 1_000_000_000;

const NUMBER = /^\d+(\.\d+)?$/;
const ISO_MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .+ (GMT|UTC)$/;

/**
 * Reads `X-RateLimit-Reset`, whose format and unit the specification does not show (part 8): seconds or
 * milliseconds since the epoch, seconds from now, an ISO date or an HTTP date.
 *
 * @param value the header, as it came
 * @param now milliseconds since the epoch
 * @returns when the limit is reset, in milliseconds since the epoch; null when it cannot be read
 */
export function parseRateLimitReset(value: string | undefined, now: number): number | null {
	const text = value?.trim() ?? '';
	if (NUMBER.test(text)) {
		const number = Number(text);
		if (number >= EPOCH_MILLISECONDS_FROM) return Math.ceil(number);
		if (number >= EPOCH_SECONDS_FROM) return Math.ceil(number * 1000);
		return now + Math.ceil(number * 1000);
	}
	return ISO_MOMENT.test(text) ? timeOf(text) : parseHttpDate(text);
}

/**
 * Reads `Retry-After`, which is a number of seconds or an HTTP date.
 *
 * @param value the header, as it came
 * @param now milliseconds since the epoch
 * @returns milliseconds to wait from `now`, never negative; null when there is nothing to read
 */
export function parseRetryAfter(value: string | undefined, now: number): number | null {
	const text = value?.trim() ?? '';
	if (NUMBER.test(text)) return Math.ceil(Number(text) * 1000);
	const date = parseHttpDate(text);
	return date === null ? null : Math.max(0, date - now);
}

/** Milliseconds since the epoch of an HTTP date ("Sat, 21 Nov 2026 12:00:00 GMT"); null for anything else. */
export function parseHttpDate(value: string): number | null {
	return HTTP_DATE.test(value) ? timeOf(value) : null;
}

function timeOf(text: string): number | null {
	const time = Date.parse(text);
	return Number.isNaN(time) ? null : time;
}
