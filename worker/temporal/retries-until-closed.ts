import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, defaultGrpcRetryOptions, type GrpcRetryOptions } from '@temporalio/client';

/** A timer may fire so much later than its time. */
const TIMER_MS = 50;

/**
 * The client's own retries, which end with its connection. Without it, a retry that is due after the connection was
 * closed throws where nobody can catch it: the process ends, or the caller waits for ever (`grpc-retry.ts` of the SDK).
 */
export class RetriesUntilClosed {
	#isClosing = false;
	/** Milliseconds since 1970. */
	#lastIsDueAt = 0;
	readonly options: GrpcRetryOptions;

	constructor() {
		const { retryableDecider, delayFunction } = defaultGrpcRetryOptions();
		this.options = {
			retryableDecider: (attempt, status) => !this.#isClosing && retryableDecider(attempt, status),
			delayFunction: (attempt, status) => {
				const delayMs = delayFunction(attempt, status);
				this.#lastIsDueAt = Math.max(this.#lastIsDueAt, Date.now() + delayMs);
				return delayMs;
			},
		};
	}

	/** Makes the connection's `close` wait until every retry that is due has begun: at most 6 s. */
	endWith(connection: Connection): void {
		const close = connection.close.bind(connection);
		connection.close = async () => {
			this.#isClosing = true;
			const leftMs = this.#lastIsDueAt - Date.now() + TIMER_MS;
			if (leftMs > 0) await pause(leftMs);
			await close();
		};
	}
}
