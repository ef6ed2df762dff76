// @ts-check
import { Connection } from '@temporalio/client';
import { waitUntil } from '../../../scripts/processes/wait-until.mjs';
import { memoryOf } from '../process-memory.mjs';
import { approve, draftMail, hashOf } from './mails.mjs';
import { changeSandbox, makeMailbox } from './sandbox-data.mjs';
import { round } from '../nodes/compare.mjs';
import { spread } from './spread.mjs';
import { withFleet } from './with-fleet.mjs';
import { inParallel } from '../../support/in-parallel.mjs';

/** @typedef {import('./with-fleet.mjs').Bench} Bench */
/** @typedef {import('./with-fleet.mjs').Fleet} Fleet */

const AGENT = 'agent_support';
const AT_ONCE = 20;
const SAY_EVERY = 1_000;
/** A worker keeps 500 workflows ready. */
const MORE_THAN_CACHED = 600;
/** On two cores the embedded server takes some 20 minutes for 10,000. */
const PATIENCE_MS = 60 * 60_000;

/**
 * So many mails waiting for a person on one worker, and what it takes to queue one of them once it is approved: it is not in
 * the worker's cache any more, so that its history is replayed.
 * @param {Bench} bench
 */
export async function measureWaitingReviews(bench) {
	const { reviews, decisions } = bench.sizes;
	const figures = await withFleet(bench, { name: 'reviews' }, async (fleet) => {
		// The largest plan: the others may not mail so many.
		await changeSandbox(fleet, '/account', { plan: 'business' }, 'PATCH');
		await makeMailbox(fleet, AGENT);
		const worker = fleet.workerPids[0] ?? 0;
		const start = await memoryOf(worker);
		const began = performance.now();
		const paths = await startAll(bench, fleet);
		await waitUntil(
			`The last of ${reviews} reviews`,
			async () => ((await countReviewing(fleet)) === reviews ? true : null),
			{ timeoutMs: PATIENCE_MS, everyMs: 500 },
		);
		const seconds = (performance.now() - began) / 1000;
		const waiting = await memoryOf(worker);
		bench.say(`${reviews} wait for a person after ${Math.round(seconds)} s.`);
		const took = await decideSome(fleet, paths, decisions);
		const { peak } = await memoryOf(worker);
		return {
			reviews,
			secondsUntilAllWait: Math.round(seconds),
			reviewsPerSecond: round(reviews / seconds),
			worker: { startMiB: start.now, allWaitingMiB: waiting.now, peakMiB: peak },
			msFromDecisionToQueued: spread(took),
		};
	});
	return { figures, shortfalls: [] };
}

/**
 * Approves some, evenly over all of them.
 * @param {Fleet} fleet
 * @param {string[]} paths of the tasks
 * @param {number} decisions how many
 * @returns {Promise<number[]>} milliseconds from each decision to the queued mail
 */
async function decideSome(fleet, paths, decisions) {
	const every = paths.length / decisions;
	const chosen = Array.from({ length: decisions }, (_, number) => paths[Math.floor(number * every)] ?? '');
	const hashes = await inParallel(chosen, AT_ONCE, (path) => hashOf(fleet, path));
	// What was just looked at is in the worker's cache; a person decides later.
	const others = paths.filter((path) => !chosen.includes(path)).slice(-MORE_THAN_CACHED);
	await inParallel(others, AT_ONCE, (path) => hashOf(fleet, path));
	const took = [];
	for (const [number, path] of chosen.entries())
		took.push(await approve(fleet, { agentId: AGENT, path, hash: hashes[number] ?? '' }));
	return took;
}

/**
 * @param {Bench} bench
 * @param {Fleet} fleet
 */
async function startAll({ sizes, say }, fleet) {
	const numbers = Array.from({ length: sizes.reviews }, (_, number) => number);
	return inParallel(numbers, AT_ONCE, (number) => {
		if (number > 0 && number % SAY_EVERY === 0) say(`${number} of ${sizes.reviews} mails are drafted.`);
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
