/** Calls of a minute that are left unused, because they reach the service a little less evenly than they are handed out. */
const CALLS_LEFT = 2.4;
/** Of the limit; at least so much is left unused. */
const LEAST_LEFT = 0.015;
/** And at most so much: what is to be left of a slow limit is less than a call. */
const MOST_LEFT = 0.04;

/**
 * What of a key's limit is used where the configuration does not say: 0.96 up to 60 calls a minute, 0.985 from 160 on.
 * @param requestsPerMinute the limit
 * @returns above 0, below 1
 */
export function defaultShareOfLimit(requestsPerMinute: number): number {
	return 1 - Math.min(MOST_LEFT, Math.max(LEAST_LEFT, CALLS_LEFT / requestsPerMinute));
}
