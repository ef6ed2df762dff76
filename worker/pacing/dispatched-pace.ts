import { activityInfo } from '@temporalio/activity';
import { notYet } from '../temporal/not-yet';
import { callsPerDispatch, callsPerSecond, DEFAULT_PACE, type Pace } from './pace';

/** A call that a lowered limit does not allow is dispatched again after this time. */
const LOWERED_RETRY_MS = 5_000;

/** Weights are 32-bit numbers at the server. */
const ROUNDING = 1.000_1;

/**
 * The calls that a limit allows for one dispatch. The server dispatched it by the weight that the call was written with.
 * Below 1 if the limit was lowered since.
 * @param weight undefined: the server did not pace the call by a weight
 */
export function callsAllowed(pace: Pace, weight: number | undefined): number {
	const most = callsPerDispatch(pace.requestsPerMinute, 'shared');
	if (weight === undefined || weight === 0) return most;
	return Math.min(most, (callsPerSecond(pace) / (weight * DEFAULT_PACE)) * ROUNDING);
}

/** The pages that one dispatch may read, so that the limit of the moment holds. */
export function pagesAllowed(pace: Pace, weight: number | undefined): number {
	return Math.max(1, Math.floor(callsAllowed(pace, weight)));
}

/**
 * If a worker made no call of a connection for the time of so many calls, it makes the next one. Without it, a lone call
 * would wait for as many dispatches as the limit fell by. Each worker adds at most one such call in that time.
 */
const IDLE_CALLS = 30;

const REPEATS = 'The worker repeats the call.';
const PAYS = 'An earlier dispatch made a call more';

/** A call that could not wait delays the next ones by one call at most: a call keeps its weight for days. */
const LEAST_LEFT = -1;

interface Dispatches {
	/** The part of a call that refused dispatches left over. Below 0 after a call that could not wait. */
	left: number;
	/** The last call that was made, in milliseconds since 1970. */
	lastAt: number;
}

/**
 * Lets through as many dispatches as the limit of the moment allows, if the server dispatches by a higher one. Each
 * worker lets through the same share of what it gets, so no worker has to know the others.
 */
export class DispatchedPace {
	readonly #byConnection = new Map<string, Dispatches>();
	/** Calls that last attempts made beyond those of their dispatch, by connection. */
	readonly #owed = new Map<string, number>();

	/**
	 * Whether the call of this dispatch may be made. One that is not repeated is made in any case, and the next ones wait
	 * for it.
	 */
	mayCall(connection: string, pace: Pace, weight: number | undefined, isRepeated: boolean): boolean {
		const now = Date.now();
		const { left, lastAt } = this.#byConnection.get(connection) ?? { left: 0, lastAt: 0 };
		const allowed = callsAllowed(pace, weight);
		if (allowed >= 1) {
			this.#byConnection.set(connection, { left, lastAt: now });
			return true;
		}
		const isIdle = now - lastAt >= (IDLE_CALLS / callsPerSecond(pace)) * 1_000;
		const next = isIdle ? 1 : left + allowed;
		const isMade = next >= 1 || !isRepeated;
		const made = { left: Math.max(LEAST_LEFT, next - 1), lastAt: now };
		this.#byConnection.set(connection, isMade ? made : { left: next, lastAt });
		return isMade;
	}

	/**
	 * Keeps the activity that runs now to the limit of the moment.
	 * @param isPaced whether the server dispatched it by a weight
	 * @throws a retryable failure if the limit was lowered since the call was written, or an earlier dispatch made its call
	 */
	keepToLimit(connection: string, pace: Pace, isPaced: boolean): void {
		const { priority, retryPolicy } = activityInfo();
		// Without a bound on its attempts, Temporal repeats the call for as long as it fails.
		const isRepeated = retryPolicy !== undefined && (retryPolicy.maximumAttempts ?? 0) === 0;
		if (isRepeated && this.#pays(connection)) throw notYet(`${PAYS} of connection ${connection}. ${REPEATS}`, 0);
		if (isPaced && !this.mayCall(connection, pace, priority?.fairnessWeight, isRepeated))
			throw notYet(`The limit of connection ${connection} was lowered. ${REPEATS}`, LOWERED_RETRY_MS);
	}

	/** Lets the next dispatch that Temporal repeats make no call, because one was made beyond those of its dispatch. */
	owe(connection: string): void {
		this.#owed.set(connection, (this.#owed.get(connection) ?? 0) + 1);
	}

	#pays(connection: string): boolean {
		const owed = this.#owed.get(connection) ?? 0;
		if (owed === 0) return false;
		if (owed === 1) this.#owed.delete(connection);
		else this.#owed.set(connection, owed - 1);
		return true;
	}

	/** Forgets every other connection. */
	keepOnly(connections: Readonly<Record<string, unknown>>): void {
		for (const known of [this.#byConnection, this.#owed])
			for (const name of known.keys()) if (!Object.hasOwn(connections, name)) known.delete(name);
	}
}
