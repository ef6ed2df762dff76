// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { countCalls } from '../rate/count-calls.mjs';
import { callsOf } from '../rate/fleet-client.mjs';
import { beginExport } from './export-leads.mjs';
import { makeAgent } from './sandbox-data.mjs';
import { withFleet } from './with-fleet.mjs';

/** @typedef {import('./with-fleet.mjs').Bench} Bench */

const MINUTE_MS = 60_000;
/** Of the limit, in each full minute after the first. */
const LEAST_SHARE = 0.96;
/** Leads that are new on each page. */
const LEADS_A_CALL = 90;
const AGENT = 'agent_many';

/**
 * One export at limits at which the embedded server hands out calls about as fast as it can.
 * @param {Bench} bench
 */
export async function measureFastLimits(bench) {
	const limits = [];
	/** @type {string[]} */
	const shortfalls = [];
	for (const requestsPerMinute of bench.sizes.limits) {
		bench.say(`An export at ${requestsPerMinute} calls a minute, for ${bench.sizes.limitMinutes} minutes.`);
		const measured = await measure(bench, requestsPerMinute);
		const share = Number((Math.min(...measured.callsInEachFullMinute) / requestsPerMinute).toFixed(3));
		limits.push({ requestsPerMinute, leastShareOfTheLimit: share, ...measured });
		if (share < LEAST_SHARE) shortfalls.push(`At ${requestsPerMinute} a minute only ${share} of the limit was used.`);
		if (measured.tooManyRequests > 0)
			shortfalls.push(`At ${requestsPerMinute} a minute ${measured.tooManyRequests} calls were answered with 429.`);
	}
	return { figures: { limits }, shortfalls };
}

/**
 * @param {Bench} bench
 * @param {number} requestsPerMinute
 */
function measure(bench, requestsPerMinute) {
	const minutes = bench.sizes.limitMinutes;
	return withFleet(bench, { name: `limit-${requestsPerMinute}`, requestsPerMinute }, async (fleet) => {
		await makeAgent(fleet, AGENT, (minutes + 1) * requestsPerMinute * LEADS_A_CALL);
		const began = Date.now();
		await beginExport(fleet, { agentId: AGENT, key: 'fast' });
		await sleep(began + minutes * MINUTE_MS - Date.now());
		const calls = (await callsOf(fleet)).filter(({ at }) => at >= began);
		const { perMinute, tooManyRequests } = countCalls(calls, { from: began, minutes });
		return { callsInTheFirstMinute: perMinute[0] ?? 0, callsInEachFullMinute: perMinute.slice(1), tooManyRequests };
	});
}
