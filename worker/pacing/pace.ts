/** The rate at which the server dispatches the calls of a connection, to all workers together. */
export interface Pace {
	/** The limit of the connection's key. */
	requestsPerMinute: number;
	/**
	 * The used share of the limit, above 0 and up to 1. Calls do not reach the service as evenly as they are dispatched:
	 * some minutes have two more than the average. A share of 0.97 makes 58.2 of 60 calls a minute, and never above 60.
	 */
	shareOfLimit: number;
}

/**
 * The default of `shareOfLimit`. A server that was slow for a moment makes up for a second of it (its limiter's burst),
 * and requests arrive less evenly than they are dispatched. With this share, 60 s with one request above the limit need a
 * delay of 0.8 s beside that burst, whatever the limit is.
 */
export const SHARE_OF_LIMIT = 0.97;

/**
 * The pace of a connection with weight 1, in calls a second: that of 60 requests a minute. No setting changes it. The
 * rate of the queue is this pace, and each weight is a multiple of it, so it cancels out. A connection with another share,
 * such as 0.93 on Temporal Cloud, has another weight.
 */
export const DEFAULT_PACE = callsPerSecond({ requestsPerMinute: 60, shareOfLimit: SHARE_OF_LIMIT });

/** The calls of a connection that all workers together may make. */
export function callsPerSecond({ requestsPerMinute, shareOfLimit }: Pace): number {
	return (requestsPerMinute / 60) * shareOfLimit;
}

/** Where the calls of a connection wait: in the queue of all connections, or in one of their own. */
export type CallQueue = 'shared' | 'own';

/** The dispatches a second of a connection that reads pages. In its own queue, this is the limit of all dispatches. */
export function dispatchesPerSecond(pace: Pace, queue: CallQueue): number {
	return callsPerSecond(pace) / callsPerDispatch(pace.requestsPerMinute, queue);
}

/**
 * Calls a minute, above which a read of pages makes several calls in one dispatch: an embedded server makes about 50
 * dispatches a second in all, and each costs more than the call itself. A queue of its own has more of them, because
 * single calls take as much of its limit as reads of pages.
 */
const DISPATCHES_PER_MINUTE: Readonly<Record<CallQueue, number>> = { shared: 600, own: 1_500 };
/** Maximum number of pages per dispatch. They are in memory together: an export's encoded, 4 MB. */
const MOST_CALLS = 100;

/**
 * The number of calls that a read of many pages makes in one dispatch. In the queue of all connections, every other
 * dispatch is one call and counts one. In a connection's own queue the server counts dispatches alone. There, every other
 * dispatch makes one call but counts the same, so that the limit always holds: 1,500 single calls a minute up to a limit of
 * 150,000, above it a hundredth of the limit.
 * @param requestsPerMinute the limit of the connection's key
 */
export function callsPerDispatch(requestsPerMinute: number, queue: CallQueue): number {
	return Math.min(MOST_CALLS, Math.ceil(requestsPerMinute / DISPATCHES_PER_MINUTE[queue]));
}
