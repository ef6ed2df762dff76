// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { countCalls } from '../rate/count-calls.mjs';
import { round, spread } from '../statistics.mjs';
import { callsOf, startTask, waitingCalls } from '../rate/fleet-client.mjs';
import { CONNECTION } from '../rate/start-fleet.mjs';
import { beginExport } from './export-leads.mjs';
import { beginTask } from './fleet-tasks.mjs';
import { startLeadReceiver } from './lead-receiver.mjs';
import { approve, draftMail, hashOf, untilReviewing } from './mails.mjs';
import { waitedInQueue } from './queue-wait.mjs';
import { changeSandbox, makeAgent, makeMailbox } from './sandbox-data.mjs';
import { withFleet } from './with-fleet.mjs';

/** @typedef {import('./with-fleet.mjs').Bench} Bench */
/** @typedef {import('./with-fleet.mjs').Fleet} Fleet */

const WORKERS = 3;
const REQUESTS_PER_MINUTE = 60;
const MINUTE_MS = 60_000;
/** In each full minute after the first. */
const EXPECTED = { least: 58, most: 60 };
/** More than can be read in these minutes. */
const LEADS = 60_000;
const AGENT = 'agent_many';
const MAILBOX_AGENT = 'agent_support';
const SYNCED_AGENTS = ['agent_synced_1', 'agent_synced_2'];
/** Of an approved mail, which go before all else: the conversation and the reply. */
const CALLS_OF_A_MAIL = 2;

/**
 * Three workers on one key of 60 calls a minute, with an export alone, and beside it, in a fleet of its own, with
 * everything at once and mails that are approved meanwhile.
 * @param {Bench} bench
 */
export async function measureRateOfSixty(bench) {
	const [exportAlone, mixed] = await Promise.all([measureExport(bench), measureMix(bench)]);
	/** @type {string[]} */
	const shortfalls = [];
	for (const [what, { callsInEachFullMinute, tooManyRequests }] of Object.entries({ exportAlone, mixed })) {
		if (callsInEachFullMinute.some((calls) => calls < EXPECTED.least || calls > EXPECTED.most))
			shortfalls.push(`${what}: ${EXPECTED.least} to ${EXPECTED.most} calls are expected in each full minute.`);
		if (tooManyRequests > 0) shortfalls.push(`${what}: ${tooManyRequests} calls were answered with 429.`);
	}
	return {
		figures: { workers: WORKERS, requestsPerMinute: REQUESTS_PER_MINUTE, exportAlone, mixed },
		shortfalls,
	};
}

/** @param {Bench} bench */
function measureExport(bench) {
	const { minutes } = bench.sizes;
	const options = { name: 'export-alone', workers: WORKERS, requestsPerMinute: REQUESTS_PER_MINUTE };
	return withFleet(bench, options, async (fleet) => {
		await makeAgent(fleet, AGENT, LEADS);
		const began = Date.now();
		await beginExport(fleet, { agentId: AGENT, key: 'alone' });
		await sleep(began + minutes * MINUTE_MS - Date.now());
		return callsSince(fleet, began, minutes);
	});
}

/** @param {Bench} bench */
async function measureMix(bench) {
	const { minutes, mails } = bench.sizes;
	const receiver = await startLeadReceiver();
	const options = {
		name: 'mix',
		workers: WORKERS,
		requestsPerMinute: REQUESTS_PER_MINUTE,
		settings: {
			destinations: { receiver: receiver.destination },
			// Each run is asked for as often as may be, so that the queue stays full.
			timing: { pollMinMs: 1_000, pollMaxMs: 5_000 },
		},
	};
	try {
		return await withFleet(bench, options, async (fleet) => {
			const drafts = await prepare(fleet, mails);
			const began = Date.now();
			await fillQueue(bench, fleet);
			const waitingAtStart = await waitingCalls(fleet);
			const before = await waitedInQueue(fleet);
			const took = await approveEvenly(bench, fleet, drafts, began);
			await sleep(Math.max(0, began + minutes * MINUTE_MS - Date.now()));
			const meanWaitOfOtherCallsMs = otherWait(before, await waitedInQueue(fleet), took);
			const fromApprovalToQueuedMs = spread(took);
			return {
				callsWaiting: { atStart: waitingAtStart, atEnd: await waitingCalls(fleet) },
				...(await callsSince(fleet, began, minutes)),
				leadsSynced: receiver.leads(),
				approvedMail: {
					fromApprovalToQueuedMs,
					meanWaitOfOneOtherCallMs: meanWaitOfOtherCallsMs,
					ofOneOtherCall: round(fromApprovalToQueuedMs.p50 / meanWaitOfOtherCallsMs),
				},
			};
		});
	} finally {
		await receiver.stop();
	}
}

/**
 * Drafts that wait for a person, and what the syncs and the export will read. The service counts its calls only from then
 * on: some of these are not paced.
 * @param {Fleet} fleet
 * @param {number} mails
 */
async function prepare(fleet, mails) {
	await changeSandbox(fleet, '/settings', { rateLimit: 'none' }, 'PATCH');
	for (const agentId of [AGENT, ...SYNCED_AGENTS]) await makeAgent(fleet, agentId, LEADS);
	await makeMailbox(fleet, MAILBOX_AGENT);
	const drafts = [];
	for (let number = 0; number < mails; number += 1) {
		const path = await draftMail(fleet, { agentId: MAILBOX_AGENT, key: `mail-${number}` });
		await untilReviewing(fleet, path);
		drafts.push(path);
	}
	await changeSandbox(fleet, '/settings', { rateLimit: REQUESTS_PER_MINUTE }, 'PATCH');
	return drafts;
}

/**
 * @param {Bench} bench
 * @param {Fleet} fleet
 */
async function fillQueue({ sizes }, fleet) {
	await beginExport(fleet, { agentId: AGENT, key: 'mix' });
	for (const agentId of SYNCED_AGENTS) {
		const input = { connection: CONNECTION, agentId, destination: 'receiver', intervalSeconds: 10 };
		await beginTask(fleet, 'lead-sync', { key: agentId, input });
	}
	const keys = Array.from({ length: sizes.retrains }, (_, number) => `retrain-${number}`);
	await Promise.all(keys.map((key) => startTask(fleet, { key })));
}

/**
 * From the second minute on, until the last one is half over.
 * @param {Bench} bench
 * @param {Fleet} fleet
 * @param {string[]} drafts
 * @param {number} began milliseconds since 1970
 */
async function approveEvenly({ sizes, say }, fleet, drafts, began) {
	const every = ((sizes.minutes - 1.5) * MINUTE_MS) / drafts.length;
	const took = [];
	for (const [number, path] of drafts.entries()) {
		await sleep(Math.max(0, began + MINUTE_MS + number * every - Date.now()));
		const hash = await hashOf(fleet, path);
		took.push(await approve(fleet, { agentId: MAILBOX_AGENT, path, hash }));
		say(`Mail ${number + 1} of ${drafts.length} was queued ${took.at(-1)} ms after its approval.`);
	}
	return took;
}

/**
 * The mean wait for its turn of a call that was none of the mails', ms.
 * @param {import('./queue-wait.mjs').Waited} before
 * @param {import('./queue-wait.mjs').Waited} after
 * @param {number[]} mails milliseconds that each took, for all its calls
 */
function otherWait(before, after, mails) {
	const calls = after.calls - before.calls - mails.length * CALLS_OF_A_MAIL;
	const ms = after.ms - before.ms - mails.reduce((sum, each) => sum + each, 0);
	return Math.round(ms / Math.max(1, calls));
}

/**
 * @param {Fleet} fleet
 * @param {number} began milliseconds since 1970
 * @param {number} minutes
 */
async function callsSince(fleet, began, minutes) {
	const calls = (await callsOf(fleet)).filter(({ at }) => at >= began && at < began + minutes * MINUTE_MS);
	const { perMinute, ...rest } = countCalls(calls, { from: began, minutes });
	return { callsInTheFirstMinute: perMinute[0] ?? 0, callsInEachFullMinute: perMinute.slice(1), ...rest };
}
