import { ApplicationFailure } from '@temporalio/common';
import { CancellationScope, condition, isCancellation, proxyActivities, sleep } from '@temporalio/workflow';
import type { Fairness, FairnessActivities } from './activities';

/** More than the server dispatches of one key during the trial, at two a second. */
const CALLS = 14;
/** So many calls of the busy key that were dispatched later prove that it goes first. */
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
	const paced = await isOvertaken({ priorityKey: 2, busy: 'one', other: 'two', holdMs });
	return { paced, ordered: paced && (await isOvertaken({ priorityKey: 1, busy: 'three', other: 'four', holdMs })) };
}

interface Race {
	/** Of the busy key. */
	priorityKey: number;
	busy: string;
	other: string;
	holdMs: number;
}

/**
 * Whether the call of another key overtakes the waiting calls of a busy key. They wait at the server when it comes: a
 * call that meets a free worker overtakes in any case.
 */
async function isOvertaken({ priorityKey, busy, other, holdMs }: Race): Promise<boolean> {
	let [waiting, isOtherDone] = [CALLS, false];
	const scope = new CancellationScope();
	const calls = scope.run(() =>
		Promise.all([
			callOf(busy, priorityKey, holdMs),
			...Array.from({ length: CALLS }, async () => {
				await sleep(QUEUED_AFTER);
				await callOf(busy, priorityKey, 0);
				waiting -= 1;
			}),
			sleep(2 * QUEUED_AFTER).then(async () => {
				if (waiting < CALLS) throw tooBusy();
				await callOf(other, 2, 0);
				isOtherDone = true;
			}),
		]),
	);
	const ended = calls.then(
		() => undefined,
		(error: unknown) => {
			if (!isCancellation(error)) throw error;
		},
	);
	await Promise.race([ended, condition(() => isOtherDone || waiting <= CALLS - PROOF)]);
	const isFirst = isOtherDone && waiting > CALLS - PROOF;
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
