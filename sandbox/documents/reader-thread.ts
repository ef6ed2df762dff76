import { parentPort, workerData } from 'node:worker_threads';
import { DocumentError } from './document-error';
import { identifyDocument } from './identify-document';
import { readDocument } from './read-document';
import { type ReaderAnswer, readerTaskSchema } from './reader-messages';

/** The thread that reads one document and ends: whatever a file does to a library, it does it here. */
async function answer(): Promise<ReaderAnswer> {
	const task = readerTaskSchema.parse(workerData);
	try {
		if (task.task === 'identify') {
			return { answer: 'format', format: await identifyDocument(task.path, task.filename) };
		}
		return { answer: 'text', ...(await readDocument(task.path, task.format)) };
	} catch (error) {
		if (error instanceof DocumentError) return { answer: 'refused', message: error.message };
		throw error;
	}
}

void answer().then(
	(result) => parentPort?.postMessage(result),
	(error: unknown) => {
		// Thrown outside of any promise, so that it ends the thread and reaches whoever waits for it.
		process.nextTick(() => {
			throw error;
		});
	},
);
