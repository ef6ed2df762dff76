import { parseHttpDate } from './http-date';

/**
 * Reads `Retry-After`, which is a number of seconds or an HTTP date.
 *
 * @param value the header, as it came
 * @param now milliseconds since the epoch
 * @returns milliseconds to wait from `now`, never negative; null when there is nothing to read
 */
export function parseRetryAfter(value: string | undefined, now: number): number | null {
	const text = value?.trim() ?? '';
	if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
	const date = parseHttpDate(text);
	return date === null ? null : Math.max(0, date - now);
}
