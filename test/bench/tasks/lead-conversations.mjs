// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { memoryOf } from '../process-memory.mjs';
import { countCalls } from '../rate/count-calls.mjs';
import { callsOf } from '../rate/fleet-client.mjs';
import { round } from '../statistics.mjs';
import { beginExport, exportLeads, hasEachLeadOnce } from './export-leads.mjs';
import { historyIn } from './histories.mjs';
import { changeSandbox, makeAgent } from './sandbox-data.mjs';
import { AGENT } from './side-by-side.mjs';
import { withFleet } from './with-fleet.mjs';

/** @typedef {import('./with-fleet.mjs').Bench} Bench */
/** @typedef {import('./with-fleet.mjs').Fleet} Fleet */

const MINUTE_MS = 60_000;
/** Of the limit, in each full minute after the first. */
const LEAST_SHARE = 0.94;
/** Requests to the sandbox's admin API at a time. */
const AT_ONCE = 20;

const createdSchema = z.looseObject({ id: z.string() });

/**
 * An export of leads with their conversation: without a limit, then at each limit, from whose full minutes follows how
 * long all of them take.
 * @param {Bench} bench
 */
export async function measureLeadConversations(bench) {
	const { complete, ...unlimited } = await measureUnlimited(bench);
	const shortfalls = complete ? [] : ['Some lead is not in the file once, or lacks its conversation.'];
	const limits = [];
	for (const requestsPerMinute of bench.sizes.conversationLimits) {
		const measured = await measureAtLimit(bench, requestsPerMinute, unlimited.calls);
		limits.push(measured);
		const share = Math.min(...measured.callsInEachFullMinute) / requestsPerMinute;
		if (share < LEAST_SHARE)
			shortfalls.push(`At ${requestsPerMinute} a minute only ${round(share)} of the limit was used.`);
		if (measured.tooManyRequests > 0) shortfalls.push(`${measured.tooManyRequests} calls were answered with 429.`);
	}
	return { figures: { ...unlimited, limits }, shortfalls };
}

/** @param {Bench} bench */
function measureUnlimited(bench) {
	const leads = bench.sizes.leadConversations;
	return withFleet(bench, { name: 'lead-conversations' }, async (fleet) => {
		await makeTalks(fleet, leads);
		const worker = fleet.workerPids[0] ?? 0;
		const { now } = await memoryOf(worker);
		const began = Date.now();
		const made = await exportLeads(fleet, { agentId: AGENT, conversation: 'text' });
		const { peak } = await memoryOf(worker);
		const calls = (await callsOf(fleet)).filter(({ at }) => at >= began).length;
		const { conversations } = made.audit;
		bench.say(`${leads} leads with their conversation: ${calls} calls, ${peak} MiB, ${round(made.seconds)} s.`);
		return {
			leads,
			conversation: 'text',
			calls,
			seconds: round(made.seconds),
			leadsPerSecond: Math.round(leads / made.seconds),
			fileMiB: round(made.file.bytes / 2 ** 20),
			worker: { startMiB: now, peakMiB: peak },
			history: await historyIn(fleet, made.path),
			complete: (await hasEachLeadOnce(fleet, made, leads)) && conversations?.read === leads,
		};
	});
}

/**
 * @param {Bench} bench
 * @param {number} requestsPerMinute
 * @param {number} callsOfAll
 */
function measureAtLimit(bench, requestsPerMinute, callsOfAll) {
	const { limitMinutes: minutes } = bench.sizes;
	bench.say(`Leads with their conversation at ${requestsPerMinute} calls a minute, for ${minutes} minutes.`);
	return withFleet(bench, { name: `lead-talks-${requestsPerMinute}`, requestsPerMinute }, async (fleet) => {
		await makeTalks(fleet, (minutes + 1) * requestsPerMinute);
		const began = Date.now();
		await beginExport(fleet, { agentId: AGENT, key: 'limit', conversation: 'text' });
		await sleep(began + minutes * MINUTE_MS - Date.now());
		const calls = (await callsOf(fleet)).filter(({ at }) => at >= began);
		const { perMinute, tooManyRequests } = countCalls(calls, { from: began, minutes });
		const callsInEachFullMinute = perMinute.slice(1);
		const aMinute = callsInEachFullMinute.reduce((sum, count) => sum + count, 0) / callsInEachFullMinute.length;
		const callsInTheFirstMinute = perMinute[0] ?? 0;
		const minutesOfAll = round(callsOfAll / aMinute);
		return { requestsPerMinute, callsInTheFirstMinute, callsInEachFullMinute, tooManyRequests, minutesOfAll };
	});
}

/**
 * An agent whose leads have a conversation of two messages each. Generated leads share theirs, and would cost fewer calls.
 * @param {Fleet} fleet
 * @param {number} count
 */
async function makeTalks(fleet, count) {
	await makeAgent(fleet, AGENT);
	for (let made = 0; made < count; made += AT_ONCE) {
		const numbers = Array.from({ length: Math.min(AT_ONCE, count - made) }, (_, index) => made + index + 1);
		await Promise.all(numbers.map((number) => makeTalk(fleet, number)));
	}
}

/** @param {Fleet} fleet @param {number} number */
async function makeTalk(fleet, number) {
	const messages = [
		{ role: 'visitor', content: `Do you have boots in size ${number}?` },
		{ role: 'assistant', content: `Yes, we have ${number} pairs of them. They come within two days.` },
	];
	const { id } = createdSchema.parse(await changeSandbox(fleet, `/agents/${AGENT}/conversations`, { messages }));
	const lead = { name: `Visitor ${number}`, email: `visitor-${number}@example.com`, conversationId: id };
	await changeSandbox(fleet, `/agents/${AGENT}/leads`, lead);
}
