import type { RateLimit } from './rate-limit';
import { MAX_WAIT_MS } from './retry';

/**
 * Holds calls back while the key has no request left, from what the last reply said. Calls that are under way are
 * counted as spent, because their replies have not said so yet.
 */
export class Pacer {
	private limit: number | null = null;
	private remaining = Number.POSITIVE_INFINITY;
	private resetAt = 0;
	private underWay = 0;

	/** Milliseconds until the next call may start; 0 when it may start now. */
	delayMs(now: number): number {
		if (this.remaining > 0) return 0;
		if (now < this.resetAt) return Math.min(this.resetAt - now, MAX_WAIT_MS);
		this.remaining = Math.max(1, (this.limit ?? Number.POSITIVE_INFINITY) - this.underWay);
		return 0;
	}

	/** Counts a call that starts. */
	started(): void {
		this.underWay += 1;
		this.remaining -= 1;
	}

	/** Counts a call that ended; `rateLimit` is null when no reply came. */
	ended(rateLimit: RateLimit | null): void {
		this.underWay -= 1;
		if (rateLimit === null || rateLimit.remaining === null || rateLimit.resetAt === null) return;
		this.limit = rateLimit.limit;
		this.remaining = rateLimit.remaining - this.underWay;
		this.resetAt = rateLimit.resetAt;
	}

	/** Lets nobody start before the time a 429 named. */
	blockedFor(waitMs: number, now: number): void {
		this.remaining = 0;
		this.resetAt = Math.max(this.resetAt, now + waitMs);
	}
}
