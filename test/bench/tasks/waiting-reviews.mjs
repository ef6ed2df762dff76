// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { waitUntil } from '../../../scripts/processes/wait-until.mjs';
import { memoryOf } from '../process-memory.mjs';
import { processorSecondsOf } from '../processor-time.mjs';
import { approve, draftMail, hashOf } from './mails.mjs';
import { changeSandbox, makeMailbox } from './sandbox-data.mjs';
import { round, spread } from '../statistics.mjs';
import { withFleet } from './with-fleet.mjs';
import { inParallel } from '../../support/in-parallel.mjs';

/** @typedef {import('./with-fleet.mjs').Bench} Bench */
/** @typedef {import('./with-fleet.mjs').Fleet} Fleet */

const AGENT = 'agent_support';
const AT_ONCE = 20;
const SAY_EVERY = 1_000;
/** A worker keeps 150 workflows ready. */
const MORE_THAN_CACHED = 200;
/** A worker is idle below this share of a core, over so many milliseconds. */
const IDLE = { cores: 0.1, overMs: 2_000 };
/** On two cores the embedded server takes some 20 minutes for 10,000. */
const PATIENCE_MS = 60 * 60_000;

/**
 * So many mails waiting for a person on one worker, at each of the sizes, and what it takes to queue one of them once it is
 * approved: it is not in the worker's cache any more, so that its history is replayed.
 * @param {Bench} bench
 */
export async function measureWaitingReviews(bench) {
	const { reviews, decisions } = bench.sizes;
	const figures = await withFleet(bench, { name: 'reviews' }, async (fleet) => {
		// The largest plan: the others may not mail so many.
		await changeSandbox(fleet, '/account', { plan: 'business' }, 'PATCH');
		await makeMailbox(fleet, AGENT);
		const memoryAtStartMiB = await memoryOfAll(fleet);
		/** @type {string[]} the tasks that still wait */
		let waiting = [];
		let drafted = 0;
		const sizes = [];
		for (const size of reviews) {
			const missing = size - waiting.length;
			const began = performance.now();
			waiting.push(...(await draftMany(bench, fleet, { from: drafted, count: missing })));
			drafted += missing;
			await waitUntil(
				`The last of ${size} reviews`,
				async () => ((await countReviewing(fleet)) === size ? true : null),
				{ timeoutMs: PATIENCE_MS, everyMs: 500 },
			);
			const seconds = (performance.now() - began) / 1000;
			bench.say(`${size} wait for a person, the last ${missing} of them after ${Math.round(seconds)} s.`);
			const memory = await memoryOfAll(fleet);
			// Events about the burst are still published. A person decides later.
			await untilIdle(workerOf(fleet));
			const untilAllIsPublished = (performance.now() - began) / 1000;
			const { took, left } = await decideSome(fleet, waiting, decisions);
			waiting = left;
			sizes.push({
				reviews: size,
				broughtToWaitingPerSecond: round(missing / seconds),
				withAllEventsPerSecond: round(missing / untilAllIsPublished),
				memoryMiB: memory,
				workerPeakMiB: (await memoryOf(workerOf(fleet))).peak,
				msFromDecisionToQueued: spread(took),
			});
		}
		return { memoryAtStartMiB, sizes };
	});
	return { figures, shortfalls: [] };
}

/** @param {Fleet} fleet */
const workerOf = ({ workerPids: [pid = 0] }) => pid;

/** @param {number} pid */
async function untilIdle(pid) {
	for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
		const before = await processorSecondsOf(pid);
		await sleep(IDLE.overMs);
		if ((await processorSecondsOf(pid)) - before < (IDLE.cores * IDLE.overMs) / 1000) return;
	}
	throw new Error('The worker did not become idle.');
}

/**
 * MiB of each process just now. PostgreSQL is not among them.
 * @param {Fleet} fleet
 */
async function memoryOfAll(fleet) {
	const pids = { worker: workerOf(fleet), gateway: fleet.gatewayPid, ...fleet.temporalPids };
	/** @type {Record<string, number>} */
	const memory = {};
	for (const [name, pid] of Object.entries(pids)) memory[name] = (await memoryOf(pid)).now;
	return memory;
}

/**
 * Approves some, evenly over all of them.
 * @param {Fleet} fleet
 * @param {string[]} paths of the tasks
 * @param {number} decisions how many
 * @returns milliseconds from each decision to the queued mail, and the tasks that were left
 */
async function decideSome(fleet, paths, decisions) {
	const every = paths.length / decisions;
	const chosen = Array.from({ length: decisions }, (_, number) => paths[Math.floor(number * every)] ?? '');
	const hashes = await inParallel(chosen, AT_ONCE, (path) => hashOf(fleet, path));
	const left = paths.filter((path) => !chosen.includes(path));
	// What was just looked at is in the worker's cache.
	await inParallel(left.slice(-MORE_THAN_CACHED), AT_ONCE, (path) => hashOf(fleet, path));
	await untilIdle(workerOf(fleet));
	const took = [];
	for (const [number, path] of chosen.entries())
		took.push(await approve(fleet, { agentId: AGENT, path, hash: hashes[number] ?? '' }));
	return { took, left };
}

/**
 * @param {Bench} bench
 * @param {Fleet} fleet
 * @param {{ from: number, count: number }} mails by their numbers
 */
async function draftMany({ say }, fleet, { from, count }) {
	const numbers = Array.from({ length: count }, (_, index) => from + index);
	return inParallel(numbers, AT_ONCE, (number) => {
		if (number > from && number % SAY_EVERY === 0) say(`${number} mails are drafted.`);
		return draftMail(fleet, { agentId: AGENT, key: `mail-${number}` });
	});
}

/** @param {Fleet} fleet */
async function countReviewing({ temporal: { address, namespace } }) {
	const connection = await Connection.connect({ address });
	try {
		const query = "AkTask = 'email-send-with-review' AND AkStage = 'reviewing'";
		const { count } = await connection.workflowService.countWorkflowExecutions({ namespace, query });
		return Number(count);
	} finally {
		await connection.close();
	}
}
