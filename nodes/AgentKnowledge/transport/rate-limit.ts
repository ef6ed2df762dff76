import type { IDataObject } from 'n8n-workflow';
import { parseRateLimitReset, parseRetryAfter } from '../generated/wait-headers';

/** The longest single wait for the rate limit: 10 minutes, in milliseconds. */
export const LONGEST_WAIT_MS = 10 * 60_000;

/** The limit counts by the minute (specification, part 8), so a later reset means that clocks differ. Milliseconds. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * How many requests the key has left in its minute, from the last response (specification, part 8). It counts requests
 * under way before their responses arrive.
 */
export class RateLimit {
	private left = Number.POSITIVE_INFINITY;
	private resetAt = 0;
	private underWay = 0;

	/** Call it before each request. */
	begin(): void {
		this.underWay += 1;
		this.left -= 1;
	}

	/**
	 * Call it after each request.
	 * @param headers of the response; null if there was none
	 * @param now milliseconds since the epoch
	 */
	end(headers: IDataObject | null, now: number): void {
		this.underWay -= 1;
		if (headers === null) return;
		const remaining = Number(headerOf(headers, 'x-ratelimit-remaining') ?? Number.NaN);
		const resetAt = parseRateLimitReset(headerOf(headers, 'x-ratelimit-reset'), now);
		const isTold = !Number.isNaN(remaining) && resetAt !== null;
		this.left = isTold ? remaining - this.underWay : Number.POSITIVE_INFINITY;
		this.resetAt = resetAt ?? 0;
	}

	/** @returns milliseconds until the next request may go; 0 when it may go now */
	delayMs(now: number): number {
		return this.left > 0 ? 0 : Math.min(Math.max(0, this.resetAt - now), LONGEST_PAUSE_MS);
	}
}

/** @returns milliseconds from now, never negative; null if the service names no pause */
export function readRetryAfter(headers: IDataObject, now: number): number | null {
	return parseRetryAfter(headerOf(headers, 'retry-after'), now);
}

function headerOf(headers: IDataObject, name: string): string | undefined {
	const value = headers[name];
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
