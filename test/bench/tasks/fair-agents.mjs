// @ts-check
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../../../scripts/processes/wait-until.mjs';
import { CONNECTION } from '../rate/start-fleet.mjs';
import { median, round } from '../statistics.mjs';
import { beginTask, viewOf } from './fleet-tasks.mjs';
import { startLeadReceiver } from './lead-receiver.mjs';
import { changeSandbox, makeAgent } from './sandbox-data.mjs';
import { withFleet } from './with-fleet.mjs';

/** @typedef {import('./with-fleet.mjs').Bench} Bench */
/** @typedef {import('./with-fleet.mjs').Fleet} Fleet */
/** @typedef {Awaited<ReturnType<typeof startLeadReceiver>>} Receiver */

const OLD_AGENT = 'agent_many';
const NEW_AGENT = 'agent_few';
const INTERVAL_SECONDS = 10;
/** Until the first new lead is captured. */
const MINUTE_MS = 60_000;
/** Draws the same pauses in each run. */
const SEED = 'new leads';
const LOOK_EVERY_MS = 20;
const PATIENCE_MS = 600_000;

/**
 * A sync of all agents into a webhook, while one agent still has many old leads: seconds until a new lead of another
 * agent arrives.
 * @param {Bench} bench
 */
export async function measureFairAgents(bench) {
	const limits = [];
	/** @type {string[]} */
	const shortfalls = [];
	for (const requestsPerMinute of bench.sizes.fairLimits) {
		bench.say(`New leads beside ${bench.sizes.fairLeads} old ones at ${requestsPerMinute} requests a minute.`);
		const measured = await measure(bench, requestsPerMinute);
		limits.push({ requestsPerMinute, ...measured });
		if (measured.oldLeadsLeft === 0)
			shortfalls.push(`At ${requestsPerMinute} a minute the old leads had all arrived before the new ones.`);
	}
	return { figures: { oldLeads: bench.sizes.fairLeads, intervalSeconds: INTERVAL_SECONDS, limits }, shortfalls };
}

/**
 * @param {Bench} bench
 * @param {number} requestsPerMinute
 */
async function measure(bench, requestsPerMinute) {
	const receiver = await startLeadReceiver();
	const settings = { destinations: { receiver: receiver.destination } };
	try {
		return await withFleet(bench, { name: `fair-${requestsPerMinute}`, requestsPerMinute, settings }, (fleet) =>
			measureIn(bench, fleet, receiver),
		);
	} finally {
		await receiver.stop();
	}
}

/**
 * @param {Bench} bench
 * @param {Fleet} fleet
 * @param {Receiver} receiver
 */
async function measureIn({ sizes }, fleet, receiver) {
	await makeAgent(fleet, OLD_AGENT, sizes.fairLeads);
	await makeAgent(fleet, NEW_AGENT);
	const input = { connection: CONNECTION, destination: 'receiver', intervalSeconds: INTERVAL_SECONDS };
	const path = await beginTask(fleet, 'lead-sync', { key: 'fair', input });
	await sleep(MINUTE_MS);
	const before = { old: receiver.leadsOf(OLD_AGENT), at: performance.now() };
	const seconds = [];
	for (let number = 1; number <= sizes.newLeads; number += 1) {
		const began = performance.now();
		const email = `new${number}@client.example`;
		await changeSandbox(fleet, `/agents/${NEW_AGENT}/leads`, { name: 'Ada Example', email });
		const hasArrived = () => Promise.resolve(receiver.leadsOf(NEW_AGENT) >= number ? true : null);
		await waitUntil('A new lead', hasArrived, { timeoutMs: PATIENCE_MS, everyMs: LOOK_EVERY_MS });
		seconds.push(round((performance.now() - began) / 1000));
		await sleep(pauseAfter(number));
	}
	const arrived = receiver.leadsOf(OLD_AGENT);
	const minutes = (performance.now() - before.at) / MINUTE_MS;
	const { status } = await viewOf(fleet, path);
	if (status !== 'running') throw new Error(`The sync ended as ${status}.`);
	return {
		secondsUntilArrival: seconds,
		median: round(median(seconds)),
		longest: Math.max(...seconds),
		oldLeadsAMinute: Math.round((arrived - before.old) / minutes),
		oldLeadsLeft: Math.max(0, sizes.fairLeads - arrived),
	};
}

/**
 * Between an arrival and the next lead. An arrival follows a look at once, so a pause of the same length each time would
 * always meet the same moment between two looks. So it is drawn from the whole time between two looks.
 * @param {number} number of the lead
 * @returns {number} milliseconds
 */
function pauseAfter(number) {
	const drawn = createHash('sha256').update(`${SEED}/${number}`).digest().readUInt32BE(0) / 2 ** 32;
	return Math.round(drawn * INTERVAL_SECONDS * 1_000);
}
