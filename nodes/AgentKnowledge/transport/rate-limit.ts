import type { IDataObject } from 'n8n-workflow';

/** The longest single wait for the rate limit: 10 minutes, in milliseconds. */
export const LONGEST_WAIT_MS = 10 * 60_000;

/** The limit is one per minute (specification, part 8): a reset further away shows clocks that differ. Milliseconds. */
const LONGEST_PAUSE_MS = 60_000;

const EPOCH_SECONDS_FROM = 1_000_000_000;
const EPOCH_MILLISECONDS_FROM = 100_000_000_000;

/**
 * Waits while the key has no request left in its minute, as the last answer said (specification, part 8). Several
 * requests may be under way: what they take is taken off before their answers say so.
 */
export class RateLimit {
	private left = Number.POSITIVE_INFINITY;
	private resetAt = 0;
	private underWay = 0;

	/** A request goes. */
	begin(): void {
		this.underWay += 1;
		this.left -= 1;
	}

	/**
	 * It has ended.
	 * @param headers of its answer; null when there was none
	 * @param now milliseconds since the epoch
	 */
	end(headers: IDataObject | null, now: number): void {
		this.underWay -= 1;
		if (headers === null) return;
		const remaining = Number(headerOf(headers, 'x-ratelimit-remaining') ?? Number.NaN);
		const resetAt = readReset(headerOf(headers, 'x-ratelimit-reset'), now);
		const isTold = !Number.isNaN(remaining) && resetAt !== null;
		this.left = isTold ? remaining - this.underWay : Number.POSITIVE_INFINITY;
		this.resetAt = resetAt ?? 0;
	}

	/** @returns milliseconds until the next request may go; 0 when it may go now */
	delayMs(now: number): number {
		return this.left > 0 ? 0 : Math.min(Math.max(0, this.resetAt - now), LONGEST_PAUSE_MS);
	}
}

/**
 * Reads `X-RateLimit-Reset`, whose unit is not shown: seconds from now, seconds or milliseconds since the epoch, or a date.
 * @returns milliseconds since the epoch; null when it cannot be read
 */
export function readReset(value: string | undefined, now: number): number | null {
	if (value === undefined) return null;
	const number = Number(value);
	if (!Number.isFinite(number)) return dateOf(value);
	if (number >= EPOCH_MILLISECONDS_FROM) return Math.ceil(number);
	return number >= EPOCH_SECONDS_FROM ? Math.ceil(number * 1000) : now + Math.ceil(number * 1000);
}

/**
 * Reads `Retry-After`: seconds, or a date.
 * @returns milliseconds from now, never negative; null when it is missing or cannot be read
 */
export function readRetryAfter(headers: IDataObject, now: number): number | null {
	const value = headerOf(headers, 'retry-after');
	if (value === undefined) return null;
	const seconds = Number(value);
	if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds * 1000));
	const date = dateOf(value);
	return date === null ? null : Math.max(0, date - now);
}

function headerOf(headers: IDataObject, name: string): string | undefined {
	const value = headers[name];
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function dateOf(value: string): number | null {
	const date = Date.parse(value);
	return Number.isNaN(date) ? null : date;
}
