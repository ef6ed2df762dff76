import { setTimeout as pause } from 'node:timers/promises';
import type { Worker } from '@temporalio/worker';
import { settlesWithin } from '../net/settles-within';

/** How often it is looked whether a worker has failed, in ms. */
const LOOK_EVERY_MS = 1_000;
/** A worker that was never put to work lets go at once, unless Temporal does not answer. Milliseconds. */
const RELEASE_WITHIN_MS = 10_000;

/** What is asked of Temporal's worker. */
export type RunnableWorker = Pick<Worker, 'run' | 'shutdown' | 'getState'> & {
	options: Pick<Worker['options'], 'taskQueue' | 'namespace'>;
};

export interface RunningWorkers {
	/** Rejects as soon as one has failed for good; resolves when all have stopped. */
	done: Promise<void>;
	/**
	 * Takes no new work, lets calls under way end, and lets go of the connections. It can last as long as Temporal is
	 * away, so whoever stops sets a limit.
	 */
	stop(): Promise<void>;
	isPolling(): boolean;
}

/** Puts the workers to work. @param close lets go of what they share */
export function keepRunning(workers: readonly RunnableWorker[], close: () => Promise<void>): RunningWorkers {
	const stopAll = () => {
		for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
	};
	const running = workers.map(async (worker) => {
		try {
			await runToItsEnd(worker);
		} finally {
			// One that fails takes the others along: half a worker would only look alive.
			stopAll();
		}
	});
	const done = Promise.all(running).then(() => undefined);
	// A failure before anybody awaits it must not end the process without a word.
	void done.catch(() => undefined);
	const stopOnce = async () => {
		stopAll();
		await Promise.allSettled(running);
		const [closed] = await Promise.allSettled([close()]);
		// The SDK closes no connection that a hanging worker still holds.
		if (closed.status === 'rejected' && !workers.some(hasFailed)) throw closed.reason;
	};
	let stopped: Promise<void> | undefined;
	return {
		done,
		stop: () => (stopped ??= stopOnce()),
		isPolling: () => workers.every((worker) => worker.getState() === 'RUNNING'),
	};
}

/** Lets go of workers that were made and will not be put to work. */
export async function release(workers: ReadonlyArray<Pick<Worker, 'runUntil'>>): Promise<void> {
	// The SDK frees a worker only after it ran.
	await settlesWithin(
		RELEASE_WITHIN_MS,
		Promise.allSettled(workers.map((worker) => worker.runUntil(Promise.resolve()))),
	);
}

/**
 * When the namespace is gone, the SDK's own promise never settles, or rejects with what went wrong in its shutdown; only
 * the worker's state tells that it failed.
 */
async function runToItsEnd(worker: RunnableWorker): Promise<void> {
	const over = new AbortController();
	try {
		await Promise.race([worker.run(), untilFailed(worker, over.signal)]);
	} catch (cause) {
		const { taskQueue, namespace } = worker.options;
		throw new Error(
			`The worker of the task queue "${taskQueue}" failed for good; the log says why. Check that Temporal has the namespace "${namespace}" and accepts this program's credentials.`,
			{ cause },
		);
	} finally {
		over.abort();
	}
}

async function untilFailed(worker: RunnableWorker, signal: AbortSignal): Promise<never> {
	const options = { ref: false, signal };
	while (!hasFailed(worker)) await pause(LOOK_EVERY_MS, undefined, options);
	// Where the SDK does say something, it has said it by now.
	await pause(LOOK_EVERY_MS, undefined, options);
	throw new Error('The worker is in the state FAILED');
}

function hasFailed(worker: RunnableWorker): boolean {
	return worker.getState() === 'FAILED';
}
