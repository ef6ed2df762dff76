import { z } from 'zod';
import { parseHttpDate } from './http-date';

/** From here on a number can only be milliseconds since the epoch: as seconds it would be the year 5138. */
const EPOCH_MILLISECONDS_FROM = 100_000_000_000;
/** From here on a number can only be seconds since the epoch: as a wait it would be 31 years. */
const EPOCH_SECONDS_FROM = 1_000_000_000;

const isoDateTimeSchema = z.iso.datetime({ offset: true });

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
	if (/^\d+(\.\d+)?$/.test(text)) {
		const number = Number(text);
		if (number >= EPOCH_MILLISECONDS_FROM) return Math.ceil(number);
		if (number >= EPOCH_SECONDS_FROM) return Math.ceil(number * 1000);
		return now + Math.ceil(number * 1000);
	}
	if (isoDateTimeSchema.safeParse(text).success) return Date.parse(text);
	return parseHttpDate(text);
}
