import {
	BrokenCircuitError,
	circuitBreaker,
	type CircuitBreakerPolicy,
	CircuitState,
	ConsecutiveBreaker,
	ExponentialBackoff,
	handleAll,
} from 'cockatiel';
import { LRUCache } from 'lru-cache';

/** Receivers that are remembered. One that is forgotten is asked again. */
const REMEMBERED = 10_000;
/**
 * A failure that took this long held a slot for nothing. A receiver that refuses connections fails at once. A response
 * that took this long comes from a receiver with enough to do.
 */
const SLOW_MS = 2_000;
/** Slow failures in a row, after which a receiver rests. */
const SLOW_FAILURES = 3;
const FIRST_REST_MS = 5_000;
const LONGEST_REST_MS = 300_000;
/** The part of the free slots that one receiver may hold. So some are free for the next receiver. */
const SHARE = 1 / 2;

/** The receiver of all mails, with a name for people. */
export const MAIL_SERVER = 'the mail server';

interface Receiver {
	breaker: CircuitBreakerPolicy;
	/** Deliveries that it may have at the same time: one more after each prompt response, half after a slow failure. */
	atOnce: number;
}

/** - `resting`: the last attempts failed slowly. - `busy`: enough deliveries to it are under way. */
export type NotAsked = 'resting' | 'busy';

/** No attempt was made, because it would have held a slot that other receivers need. */
export class ReceiverNotAskedError extends Error {
	override readonly name = 'ReceiverNotAskedError';

	constructor(readonly why: NotAsked) {
		super(`The receiver is ${why}.`);
	}
}

/**
 * The receivers of deliveries, as this process knows them. One that does not respond holds a slot for ten seconds an
 * attempt. After three such attempts it rests. Then single attempts, ever further apart, find out whether it is back.
 * Until it rests, and for a receiver that responds slowly, its deliveries hold at most its share of the free slots.
 * One that comes back gets few at first: all at once could bring it down again.
 */
export class Receivers {
	private readonly known = new LRUCache<string, Receiver>({ max: REMEMBERED });
	private readonly underWay = new Map<string, number>();
	private total = 0;

	/**
	 * @param slots concurrent deliveries of this process
	 * @param onChange called when a receiver begins to rest, and when it is back
	 */
	constructor(
		private readonly slots: number,
		private readonly onChange: (host: string, rests: boolean) => void = () => undefined,
	) {}

	/**
	 * Makes one attempt.
	 * @param receiver its address may hold a secret: it stays in this process
	 * @param host for the log
	 * @throws ReceiverNotAskedError if no attempt was made; otherwise the error of the attempt
	 */
	async attempt<Result>(receiver: string, host: string, send: () => Promise<Result>): Promise<Result> {
		const known = this.known.get(receiver) ?? this.meet(receiver, host);
		// One attempt finds out whether it is back. The library would let the others wait for it, in their slots.
		if (known.breaker.state === CircuitState.HalfOpen) throw new ReceiverNotAskedError('resting');
		const held = this.held(receiver);
		if (held >= known.atOnce || held >= (this.slots - this.total) * SHARE) throw new ReceiverNotAskedError('busy');
		this.hold(receiver, 1);
		try {
			const ended = await known.breaker.execute(() => endOf(send));
			if ('error' in ended) throw ended.error;
			if (ended.isPrompt) known.atOnce = Math.min(known.atOnce + 1, this.slots);
			return ended.result;
		} catch (error) {
			if (error instanceof BrokenCircuitError) throw new ReceiverNotAskedError('resting');
			if (error instanceof SlowFailure) {
				known.atOnce = Math.max(1, Math.floor(known.atOnce / 2));
				throw error.cause;
			}
			throw error;
		} finally {
			this.hold(receiver, -1);
		}
	}

	private meet(receiver: string, host: string): Receiver {
		const breaker = circuitBreaker(handleAll, {
			breaker: new ConsecutiveBreaker(SLOW_FAILURES),
			halfOpenAfter: new ExponentialBackoff({ initialDelay: FIRST_REST_MS, maxDelay: LONGEST_REST_MS }),
		});
		let rests = false;
		const change = (now: boolean) => {
			if (rests !== now) this.onChange(host, now);
			rests = now;
		};
		breaker.onBreak(() => change(true));
		breaker.onReset(() => change(false));
		const known = { breaker, atOnce: this.slots };
		this.known.set(receiver, known);
		return known;
	}

	private held(receiver: string): number {
		return this.underWay.get(receiver) ?? 0;
	}

	private hold(receiver: string, change: 1 | -1): void {
		this.total += change;
		const held = this.held(receiver) + change;
		if (held === 0) this.underWay.delete(receiver);
		else this.underWay.set(receiver, held);
	}
}

/** Only these count for a rest. */
class SlowFailure extends Error {
	override readonly name = 'SlowFailure';
}

type End<Result> = { result: Result; isPrompt: boolean } | { error: unknown };

/** @throws SlowFailure with its cause */
async function endOf<Result>(send: () => Promise<Result>): Promise<End<Result>> {
	const begun = Date.now();
	const isSlow = () => Date.now() - begun >= SLOW_MS;
	try {
		const result = await send();
		return { result, isPrompt: !isSlow() };
	} catch (error) {
		if (isSlow()) throw new SlowFailure('No response in time.', { cause: error });
		return { error };
	}
}
