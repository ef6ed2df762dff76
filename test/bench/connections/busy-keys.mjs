// @ts-check

const MINUTE_MS = 60_000;

/** @typedef {import('./counting-service.mjs').CountingService} CountingService */
/** @typedef {import('./connections-plan.mjs').Planned} Planned */

/** Of the limit, in each full minute. */
export const EXPECTED_SHARE = { least: 0.96, most: 0.985 };

/**
 * What the service counted for each busy key in the full minutes after `from`.
 * @param {CountingService} service
 * @param {Planned[]} busy
 * @param {{ from: number, minutes: number }} span `from` in milliseconds since 1970
 */
export function countBusyKeys(service, busy, { from, minutes }) {
	return busy.map(({ name, requestsPerMinute }) => {
		const { arrivals, mostInAny60Seconds, tooManyRequests } = service.key(name);
		const callsInEachFullMinute = Array.from({ length: minutes }, () => 0);
		for (const at of arrivals) {
			const minute = Math.floor((at - from) / MINUTE_MS);
			if (minute >= 0 && minute < minutes) callsInEachFullMinute[minute] = (callsInEachFullMinute[minute] ?? 0) + 1;
		}
		const shares = callsInEachFullMinute.map((calls) => calls / requestsPerMinute);
		return {
			name,
			requestsPerMinute,
			callsInEachFullMinute,
			leastShareOfTheLimit: rounded(Math.min(...shares)),
			meanShareOfTheLimit: rounded(shares.reduce((sum, share) => sum + share, 0) / minutes),
			mostShareOfTheLimit: rounded(Math.max(...shares)),
			mostInAny60Seconds,
			tooManyRequests,
		};
	});
}

/**
 * What falls short of the target, in words.
 * @param {ReturnType<typeof countBusyKeys>} keys
 */
export function shortfallsOf(keys) {
	return keys.flatMap((key) => {
		const { name, requestsPerMinute, leastShareOfTheLimit: least, mostShareOfTheLimit: most } = key;
		const range = `${EXPECTED_SHARE.least} to ${EXPECTED_SHARE.most}`;
		return [
			...(least < EXPECTED_SHARE.least || most > EXPECTED_SHARE.most
				? [`${name}: ${least} to ${most} of its limit in a full minute, and ${range} is expected.`]
				: []),
			...(key.mostInAny60Seconds > requestsPerMinute
				? [`${name}: ${key.mostInAny60Seconds} calls in 60 s, above its limit.`]
				: []),
			...(key.tooManyRequests > 0 ? [`${name}: ${key.tooManyRequests} responses were 429.`] : []),
		];
	});
}

/** @param {number} share */
function rounded(share) {
	return Number(share.toFixed(3));
}
