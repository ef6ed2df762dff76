import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../problem';

/** The part of the key's rate limit that the gateway may use beside the task queue. */
const SHARE = 0.1;

/** Bounds the gateway's own calls on one connection. */
export class CallBudget {
	readonly #limiter: RateLimiterMemory;

	constructor(
		private readonly connection: string,
		requestsPerMinute: number,
	) {
		this.#limiter = new RateLimiterMemory({
			points: Math.max(1, Math.floor(requestsPerMinute * SHARE)),
			duration: 60,
		});
	}

	/** Takes one call. @throws Problem 429 when none is left this minute */
	async take(): Promise<void> {
		try {
			await this.#limiter.consume(this.connection);
		} catch (refusal) {
			if (!(refusal instanceof RateLimiterRes)) throw refusal;
			const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
			throw connectionBusy(this.connection, seconds);
		}
	}
}

/** The key has no call left for looking; the tasks' own calls are not touched. */
export function connectionBusy(connection: string, seconds: number): Problem {
	return new Problem({
		type: 'connection_busy',
		title: 'Too many look-ups on this connection',
		status: 429,
		detail: `The connection "${connection}" has no call left for looking up agents this minute; tasks that run go on. Try again in ${seconds} s.`,
		issues: [{ path: 'connection', message: `is busy for ${seconds} s more` }],
		retryAfterSeconds: seconds,
	});
}
