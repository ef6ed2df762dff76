// @ts-check

const MINUTE_MS = 60_000;

/**
 * @typedef {object} Call a request that reached the service
 * @property {number} at milliseconds since 1970, by the service's clock
 * @property {number | null} status
 */

/**
 * What the service saw in the minutes after `from`.
 * @param {Call[]} calls
 * @param {{ from: number, minutes: number }} span `from` in milliseconds since 1970
 */
export function countCalls(calls, { from, minutes }) {
	const times = calls.map(({ at }) => at).sort((one, other) => one - other);
	return {
		perMinute: Array.from({ length: minutes }, (_, minute) => within(times, from + minute * MINUTE_MS)),
		mostInAny60Seconds: Math.max(0, ...times.map((at) => within(times, at))),
		tooManyRequests: calls.filter(({ status }) => status === 429).length,
	};
}

/**
 * Calls in the 60 s that begin with `from`.
 * @param {number[]} times
 * @param {number} from
 */
function within(times, from) {
	return times.filter((at) => at >= from && at < from + MINUTE_MS).length;
}
