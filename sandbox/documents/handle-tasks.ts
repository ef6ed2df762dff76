import { parentPort } from 'node:worker_threads';
import { DocumentError, type ReaderResponse } from './document-format';

/** Whether a library ran out of call stack on deeply nested input. */
export function isTooDeep(error: unknown): boolean {
	return error instanceof RangeError && error.message.includes('call stack');
}

/** Whether a text or list grew beyond the engine's limit. */
function isTooLong(error: unknown): boolean {
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

/** Sends the content of a document, or the reason why it cannot be read. */
export function handleDocumentTasks(work: (task: unknown) => Promise<ReaderResponse>): void {
	handleTasks(async (task) => {
		try {
			return await work(task);
		} catch (error) {
			const message = reasonOf(error);
			if (message === undefined) throw error;
			return { answer: 'refused', message } satisfies ReaderResponse;
		}
	});
}

function reasonOf(error: unknown): string | undefined {
	if (error instanceof DocumentError) return error.message;
	if (isTooDeep(error)) return 'is nested too deeply to be read';
	return isTooLong(error) ? 'needs more memory than a file may use' : undefined;
}
