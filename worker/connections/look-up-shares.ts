import { LRUCache } from 'lru-cache';
import { Problem } from '../problems/problem';

/** The part of the key's limit that look-ups of one caller may use, and those of all callers. */
const OF_CALLER = 1 / 4;
const OF_ALL = 1 / 2;
/**
 * Calls that a caller, and all callers together, may make at once after a pause: those of a minute, at most so many, or
 * those of a second, if they are more. The first lists 2,000 agents.
 */
const CALLER_AT_ONCE = 20;
const ALL_AT_ONCE = 40;
/** One list of agents and one check of a connection cost so many calls. A small limit must leave them possible. */
const LEAST = 5;
const MINUTE_MS = 60_000;
const MOST_CALLERS = 1_000;

/** What may be used now, in calls. */
interface Budget {
	left: number;
	/** Milliseconds since 1970. */
	at: number;
}

/**
 * How much of a connection the look-ups of the gateway's callers may use. Look-ups go before everything else in the
 * connection's queue, so without a bound a caller that may only read could stop the tasks. Each gateway counts for itself.
 */
export class LookUpShares {
	readonly #callers = new LRUCache<string, Budget>({ maxSize: MOST_CALLERS, sizeCalculation: () => 1 });
	readonly #all: Budget;
	readonly #ofCaller: Share;
	readonly #ofAll: Share;

	/** @param now milliseconds since 1970. Default: the clock */
	constructor(
		private readonly connection: string,
		requestsPerMinute: number,
		private readonly now: () => number = Date.now,
	) {
		this.#ofCaller = shareOf(requestsPerMinute * OF_CALLER, CALLER_AT_ONCE);
		this.#ofAll = shareOf(requestsPerMinute * OF_ALL, ALL_AT_ONCE);
		this.#all = { left: this.#ofAll.atOnce, at: now() };
	}

	/** Milliseconds until the caller may make so many calls; 0: now. */
	waitMs(caller: string, calls: number): number {
		return Math.max(
			missingMs(this.#budgetOf(caller), this.#ofCaller, calls, this.now()),
			missingMs(this.#all, this.#ofAll, calls, this.now()),
		);
	}

	/** @throws Problem 429 that says when to retry; then nothing is used */
	take(caller: string, calls: number): void {
		const waitMs = this.waitMs(caller, calls);
		if (waitMs > 0) throw this.#tooMany(Math.ceil(waitMs / 1_000));
		const budget = this.#budgetOf(caller);
		budget.left -= calls;
		this.#all.left -= calls;
	}

	#budgetOf(caller: string): Budget {
		const known = this.#callers.get(caller);
		if (known !== undefined) return known;
		const budget = { left: this.#ofCaller.atOnce, at: this.now() };
		this.#callers.set(caller, budget);
		return budget;
	}

	#tooMany(seconds: number): Problem {
		return new Problem({
			type: 'too_many_requests',
			title: 'Too many reads of one connection',
			status: 429,
			detail: `Nothing was read. Reads of one caller may use a quarter of the limit of the connection "${this.connection}", and those of all callers half, so that tasks keep the rest. Retry in ${seconds} s, or omit fresh=true to read from the cache.`,
			retryAfterSeconds: seconds,
		});
	}
}

interface Share {
	/** Calls a millisecond. */
	pace: number;
	atOnce: number;
}

function shareOf(perMinute: number, atOnce: number): Share {
	const calls = Math.max(LEAST, perMinute);
	return { pace: calls / MINUTE_MS, atOnce: Math.max(Math.min(atOnce, calls), calls / 60) };
}

/** Brings the budget up to date. */
function missingMs(budget: Budget, { pace, atOnce }: Share, calls: number, now: number): number {
	budget.left = Math.min(atOnce, budget.left + Math.max(0, now - budget.at) * pace);
	budget.at = now;
	return Math.max(0, (Math.min(calls, atOnce) - budget.left) / pace);
}
