import { ApplicationFailure } from '@temporalio/common';
import { CancellationScope, condition, isCancellation, proxyActivities, sleep } from '@temporalio/workflow';
import type { Fairness, FairnessActivities } from './activities';

/** Calls of the busy key: more than the server dispatches during the trial, at two a second. */
const CALLS = 24;
/** Calls of other keys. One could overtake by luck, in a partition of the queue that has few calls of the busy key. */
const OTHERS = 6;
/** If so many calls of the busy key are done first, the others have to wait for it. */
const PROOF = 5;
/** In milliseconds. Within this time, the server has put calls into its queue. */
const QUEUED_AFTER = 300;

/**
 * Tries out how the server dispatches, on a queue that limits each key to two calls a second and whose worker takes one
 * call at a time. Versions and settings say too little: a server can have fairness and still let the first call in its
 * order block all others (up to 1.31).
 * @param holdMs how long the first call keeps the others waiting. A busy server needs longer
 */
export async function fairnessTrial(holdMs: number): Promise<Fairness> {
	const paced = await isOvertaken({ priorityKey: 2, busy: 'one', holdMs });
	return { paced, ordered: paced && (await isOvertaken({ priorityKey: 1, busy: 'two', holdMs })) };
}

interface Race {
	/** Of the busy key. */
	priorityKey: number;
	busy: string;
	holdMs: number;
}

/**
 * Whether the calls of other keys overtake the waiting calls of a busy key. They wait at the server when those come: a
 * call that meets a free worker overtakes in any case.
 */
async function isOvertaken({ priorityKey, busy, holdMs }: Race): Promise<boolean> {
	let [waiting, others] = [CALLS, OTHERS];
	const scope = new CancellationScope();
	const calls = scope.run(() =>
		Promise.all([
			callOf(busy, priorityKey, holdMs),
			...Array.from({ length: CALLS }, async () => {
				await sleep(QUEUED_AFTER);
				await callOf(busy, priorityKey, 0);
				waiting -= 1;
			}),
			...Array.from({ length: OTHERS }, async (_none, index) => {
				await sleep(2 * QUEUED_AFTER);
				if (waiting < CALLS) throw tooBusy();
				await callOf(`beside-${busy}-${index}`, 2, 0);
				others -= 1;
			}),
		]),
	);
	const ended = calls.then(
		() => undefined,
		(error: unknown) => {
			if (!isCancellation(error)) throw error;
		},
	);
	await Promise.race([ended, condition(() => others === 0 || waiting <= CALLS - PROOF)]);
	const isFirst = others === 0 && waiting > CALLS - PROOF;
	scope.cancel();
	await ended;
	return isFirst;
}

async function callOf(fairnessKey: string, priorityKey: number, holdMs: number): Promise<void> {
	const { trialCall } = proxyActivities<FairnessActivities>({
		startToCloseTimeout: '1 minute',
		// Otherwise the server hands it out with the workflow's own task, without its queue.
		allowEagerDispatch: false,
		priority: { fairnessKey, priorityKey },
	});
	return trialCall(holdMs);
}

function tooBusy(): ApplicationFailure {
	return ApplicationFailure.nonRetryable('The server needed too long to queue the calls of the trial.', 'inconclusive');
}
