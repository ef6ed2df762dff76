/**
 * Above this limit, calls a minute, a dispatch may be several calls: an embedded server hands out some 50 a second in
 * all, and each costs it more than the call itself takes.
 */
const DISPATCHES_PER_MINUTE = 600;
/** What is read at once is in memory: 5,000 leads. */
const MOST_CALLS = 50;

/**
 * How many calls a dispatch of a connection's queue stands for. Reads of many pages make as many; every other call is
 * one, and still counts as so many: then the limit holds whatever is dispatched. Up to a limit of 30,000 single calls are
 * 600 a minute, above it a fiftieth of the limit.
 * @param requestsPerMinute the limit of the connection's key
 */
export function callsPerDispatch(requestsPerMinute: number): number {
	return Math.min(MOST_CALLS, Math.ceil(requestsPerMinute / DISPATCHES_PER_MINUTE));
}
