import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DocumentError } from './document-error';
import type { DocumentFormat } from './document-format';
import type { ReadDocument } from './read-document';
import { type IdentifyTask, type ReaderAnswer, readerAnswerSchema, type ReadTask } from './reader-messages';

/** Long enough for a page of small print in a large picture. */
const TIME_LIMIT_MS = 90_000;
/** Heap of the thread, and how much the whole process may grow meanwhile (pictures are outside the heap). */
const MEMORY_LIMIT_MB = { heap: 512, process: 1024 };
const MEMORY_CHECK_MS = 250;

/** Threads are built as files of their own beside the program; run from source, they are those built last. */
const THREAD_FOLDERS = [__dirname, join(__dirname, '../dist')];

/** Reads documents in a thread each, so that none of them can hold up or bring down the service. */
export class DocumentReader {
	/** @throws DocumentError when the file is of no accepted type */
	async identify(path: string, filename: string, signal?: AbortSignal): Promise<DocumentFormat> {
		const answer = await ask('identify-thread.js', { path, filename }, signal);
		if (answer.answer === 'format') return answer.format;
		throw refusal(answer);
	}

	/** @throws DocumentError when the file cannot be read, or not within the bounds of time and memory */
	async read(path: string, format: DocumentFormat, signal?: AbortSignal): Promise<ReadDocument> {
		const answer = await ask('read-thread.js', { path, format }, signal);
		if (answer.answer === 'text') return answer;
		throw refusal(answer);
	}
}

async function ask(thread: string, task: IdentifyTask | ReadTask, signal?: AbortSignal): Promise<ReaderAnswer> {
	const file = THREAD_FOLDERS.map((folder) => join(folder, thread)).find((candidate) => existsSync(candidate));
	if (file === undefined) throw new Error('The reader of documents has not been built. Run npm run build.');
	const worker = new Worker(file, {
		workerData: task,
		env: {},
		resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB.heap },
		// The libraries' remarks on a file are nobody's business.
		stdout: true,
		stderr: true,
	});
	try {
		return await answerOf(worker, signal);
	} finally {
		await worker.terminate();
	}
}

function answerOf(worker: Worker, signal?: AbortSignal): Promise<ReaderAnswer> {
	return new Promise((resolve, reject) => {
		const grownFrom = process.memoryUsage.rss();
		const timeLimit = setTimeout(() => end(tooSlow()), TIME_LIMIT_MS);
		const memoryCheck = setInterval(() => {
			if (process.memoryUsage.rss() - grownFrom > MEMORY_LIMIT_MB.process * 1024 * 1024) end(tooLarge());
		}, MEMORY_CHECK_MS);
		const stop = () => end(new Error('The sandbox is stopping.'));
		const end = (outcome: ReaderAnswer | Error) => {
			clearTimeout(timeLimit);
			clearInterval(memoryCheck);
			signal?.removeEventListener('abort', stop);
			if (outcome instanceof Error) reject(outcome);
			else resolve(outcome);
		};
		signal?.addEventListener('abort', stop, { once: true });
		if (signal?.aborted) stop();
		worker.once('message', (message: unknown) => end(readerAnswerSchema.parse(message)));
		worker.once('error', (error) => end(isOutOfMemory(error) ? tooLarge() : damaged()));
		worker.once('exit', () => end(damaged()));
	});
}

const tooSlow = () => new DocumentError(`could not be read within ${TIME_LIMIT_MS / 1000} s`);
const tooLarge = () => new DocumentError('needs more memory than a file may');
/** A library gave up in a way that is not its own: on a file that is not as it should be. */
const damaged = () => new DocumentError('is damaged, or of a kind that cannot be read');

function isOutOfMemory(error: Error): boolean {
	return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function refusal(answer: ReaderAnswer): Error {
	return answer.answer === 'refused'
		? new DocumentError(answer.message)
		: new Error(`The reader of documents answered ${answer.answer}.`);
}
