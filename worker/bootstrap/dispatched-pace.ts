import { callsPerDispatch, callsPerSecond, type Pace } from './worker-options';

/** The pace of a connection with weight 1, in calls a second: that of 60 requests a minute. */
export const DEFAULT_PACE = 0.97;

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
 * Lets through as many dispatches as the limit of the moment allows, if the server dispatches by a higher one. Each
 * worker lets through the same share of what it gets, so no worker has to know the others.
 */
export class DispatchedPace {
	/** The part of a call that refused dispatches of a connection left over. Below 0 after a call that could not wait. */
	readonly #left = new Map<string, number>();

	/**
	 * Whether the call of this dispatch may be made. One that is not repeated is made in any case, and later ones wait
	 * for it.
	 */
	mayCall(connection: string, pace: Pace, weight: number | undefined, isRepeated: boolean): boolean {
		const allowed = callsAllowed(pace, weight);
		if (allowed >= 1) return true;
		const left = (this.#left.get(connection) ?? 0) + allowed;
		const isMade = left >= 1 || !isRepeated;
		this.#left.set(connection, isMade ? left - 1 : left);
		return isMade;
	}
}
