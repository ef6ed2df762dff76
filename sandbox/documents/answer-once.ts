import { parentPort } from 'node:worker_threads';
import { DocumentError } from './document-error';
import type { ReaderAnswer } from './reader-messages';

/** Sends the thread's one answer; what nobody foresaw ends the thread, and so reaches whoever waits for it. */
export function answerOnce(work: () => Promise<ReaderAnswer>): void {
	void work()
		.catch((error: unknown): ReaderAnswer => {
			if (error instanceof DocumentError) return { answer: 'refused', message: error.message };
			throw error;
		})
		.then(
			(answer) => parentPort?.postMessage(answer),
			(error: unknown) =>
				process.nextTick(() => {
					throw error;
				}),
		);
}
