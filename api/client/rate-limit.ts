import { parseRateLimitReset } from './wait-headers';

/** What a reply says about the rate limit (specification, part 8); null where the header is missing or unreadable. */
export interface RateLimit {
	/** Requests per minute and key. */
	limit: number | null;
	remaining: number | null;
	/** Milliseconds since the epoch. */
	resetAt: number | null;
}

/** Response headers by lower-case name. */
export type ReplyHeaders = Readonly<Record<string, string | undefined>>;

export function readRateLimit(headers: ReplyHeaders, now: number): RateLimit {
	return {
		limit: wholeNumber(headers['x-ratelimit-limit']),
		remaining: wholeNumber(headers['x-ratelimit-remaining']),
		resetAt: parseRateLimitReset(headers['x-ratelimit-reset'], now),
	};
}

function wholeNumber(value: string | undefined): number | null {
	return value !== undefined && /^\s*\d+\s*$/.test(value) ? Number(value) : null;
}
