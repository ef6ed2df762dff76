import { setTimeout as pause } from 'node:timers/promises';
import type { Worker } from '@temporalio/worker';
import { endsWithin } from '../../api';

/** Interval of the check for failed workers, in ms. */
const LOOK_EVERY_MS = 1_000;
/**
 * Time limit in milliseconds for the release of a worker that never ran. It takes time only if Temporal is unavailable.
 */
const RELEASE_WITHIN_MS = 10_000;

/** The used methods of Temporal's worker. */
export type RunnableWorker = Pick<Worker, 'run' | 'shutdown' | 'getState'> & {
	options: Pick<Worker['options'], 'taskQueue' | 'namespace'>;
};

export interface RunningWorkers {
	/** Rejects as soon as one worker has failed for good. Resolves when all have stopped. */
	done: Promise<void>;
	/**
	 * Accepts no new work, lets active calls end, and closes the connections. It can last as long as Temporal is
	 * unavailable, so the caller sets a limit.
	 */
	stop(): Promise<void>;
	/** Whether all workers run. One that is being retired does not count, unless it fails. */
	isPolling(): boolean;
}

/** Workers that run together: if one fails, all stop. */
export interface WorkerGroup extends RunningWorkers {
	/** Runs one more worker. */
	add(worker: RunnableWorker): void;
	/**
	 * Creates one more worker and runs it. A stop waits for it: its connection cannot be closed while a worker holds it.
	 * @throws why it could not be created
	 */
	start(create: () => Promise<RunnableWorker>): Promise<RunnableWorker>;
	/** Ends one worker. Resolves when its active calls have ended. */
	retire(worker: RunnableWorker): Promise<void>;
	/** Whether a stop was requested, or one of them failed. */
	isStopping(): boolean;
}

/** @param close releases what the workers share */
export function workerGroup(close: () => Promise<void>): WorkerGroup {
	const running = new Map<RunnableWorker, Promise<void>>();
	const retired = new Set<RunnableWorker>();
	const starting = new Set<Promise<RunnableWorker>>();
	const failed: RunnableWorker[] = [];
	let stopping = false;
	let settle = { resolve: (): void => undefined, reject: (_reason: unknown): void => undefined };
	const done = new Promise<void>((resolve, reject) => {
		settle = { resolve, reject };
	});
	// A failure before anybody awaits it must not end the process without a log line.
	void done.catch(() => undefined);
	const stopAll = () => {
		stopping = true;
		for (const worker of running.keys()) if (worker.getState() === 'RUNNING') worker.shutdown();
	};
	const run = async (worker: RunnableWorker) => {
		try {
			await runToItsEnd(worker);
		} catch (error) {
			failed.push(worker);
			settle.reject(error);
		} finally {
			// If one fails, the others stop too: half a worker would only look alive.
			if (!retired.delete(worker)) stopAll();
			running.delete(worker);
			if (stopping && running.size === 0) settle.resolve();
		}
	};
	const stopOnce = async () => {
		stopAll();
		while (starting.size + running.size > 0) await Promise.allSettled([...starting, ...running.values()]);
		settle.resolve();
		const [closed] = await Promise.allSettled([close()]);
		// The SDK does not close a connection that a hanging worker still holds.
		if (closed.status === 'rejected' && failed.length === 0) throw closed.reason;
	};
	const add = (worker: RunnableWorker) => {
		running.set(worker, run(worker));
		if (stopping) worker.shutdown();
	};
	const createAndAdd = async (create: () => Promise<RunnableWorker>) => {
		const worker = await create();
		add(worker);
		return worker;
	};
	let stopped: Promise<void> | undefined;
	return {
		done,
		stop: () => (stopped ??= stopOnce()),
		isPolling: () => !stopping && [...running.keys()].every((worker) => isInOrder(worker, retired.has(worker))),
		isStopping: () => stopping,
		add,
		async start(create) {
			if (stopping) throw new Error('The workers of this process stop, so no further one starts.');
			const worker = createAndAdd(create);
			starting.add(worker);
			try {
				return await worker;
			} finally {
				starting.delete(worker);
			}
		},
		async retire(worker) {
			const ended = running.get(worker);
			if (ended === undefined || stopping) return;
			retired.add(worker);
			worker.shutdown();
			await ended;
		},
	};
}

/** Releases workers that were created but will not run. */
export async function release(workers: ReadonlyArray<Pick<Worker, 'runUntil'>>): Promise<void> {
	// The SDK frees a worker only after it ran.
	await endsWithin(RELEASE_WITHIN_MS, Promise.allSettled(workers.map((worker) => worker.runUntil(Promise.resolve()))));
}

/**
 * If the namespace is missing, the SDK's own promise never settles, or rejects with an error of its shutdown. Only the
 * worker's state shows that it failed.
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
	// If the SDK reports an error, it has reported it by now.
	await pause(LOOK_EVERY_MS, undefined, options);
	throw new Error('The worker is in the state FAILED');
}

function isInOrder(worker: RunnableWorker, isRetired: boolean): boolean {
	return isRetired ? !hasFailed(worker) : worker.getState() === 'RUNNING';
}

function hasFailed(worker: RunnableWorker): boolean {
	return worker.getState() === 'FAILED';
}
