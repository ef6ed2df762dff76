// @ts-check
import { Connection } from '@temporalio/client';
import { waitUntil } from '../../../scripts/processes/wait-until.mjs';
import { memoryOf } from '../process-memory.mjs';
import { approve, draftMail } from './mails.mjs';
import { changeSandbox, makeMailbox } from './sandbox-data.mjs';
import { round } from '../nodes/compare.mjs';
import { spread } from './spread.mjs';
import { withFleet } from './with-fleet.mjs';
import { inParallel } from './in-parallel.mjs';

/** @typedef {import('./with-fleet.mjs').Bench} Bench */
/** @typedef {import('./with-fleet.mjs').Fleet} Fleet */

const AGENT = 'agent_support';
const AT_ONCE = 20;
const SAY_EVERY = 1_000;
const PATIENCE_MS = 20 * 60_000;

/**
 * So many mails waiting for a person on one worker, and what it takes to queue one of them once it is approved. Most are not
 * in the worker's cache any more, so that their histories are replayed.
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
		const took = [];
		for (let number = 0; number < decisions; number += 1) {
			const path = paths[Math.floor((number * reviews) / decisions)] ?? '';
			took.push(await approve(fleet, { agentId: AGENT, path }));
		}
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
