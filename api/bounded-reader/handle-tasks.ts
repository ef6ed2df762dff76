import { parentPort } from 'node:worker_threads';

/** Whether a library ran out of call stack on deeply nested input. */
export function isTooDeep(error: unknown): boolean {
	return error instanceof RangeError && error.message.includes('call stack');
}

/** Whether a text or list grew beyond the engine's limit. */
export function isTooLong(error: unknown): boolean {
	return error instanceof RangeError && !isTooDeep(error);
}

/**
 * Called in the thread. Handles tasks as they arrive. An unexpected error ends the thread and so reaches its caller.
 */
export function handleTasks(work: (task: unknown) => unknown): void {
	parentPort?.on('message', (task: unknown) => {
		Promise.resolve(task)
			.then(work)
			.then(
				(answer) => parentPort?.postMessage(answer),
				(error: unknown) =>
					process.nextTick(() => {
						throw error;
					}),
			);
	});
}
