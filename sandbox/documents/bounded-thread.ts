import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/**
 * The build makes each thread a file beside the program. If run from source, the sandbox uses the last built threads.
 */
const THREAD_FOLDERS = [__dirname, join(__dirname, '../dist')];
const MEMORY_CHECK_MS = 250;

export interface ThreadBounds {
	/** Time limit of one task. */
	timeMs: number;
	/** JavaScript heap of the thread. */
	heapMb: number;
	/** How much the whole process may grow during the work, for memory outside the heap. Default: no bound. */
	processMb?: number;
}

/** A thread returned no result: it took too long, needed too much memory, or ended. Do not use it again. */
export class ThreadError extends Error {
	override name = 'ThreadError';

	constructor(readonly reason: 'time' | 'memory' | 'broken') {
		super(`A thread returned no result (${reason}).`);
	}
}

/** A thread that does one piece of work at a time, so that no input can block or crash the service. */
export class BoundedThread {
	private readonly worker: Worker;

	/** @param file as built, in `dist` */
	constructor(
		file: string,
		private readonly bounds: ThreadBounds,
	) {
		const path = THREAD_FOLDERS.map((folder) => join(folder, file)).find((candidate) => existsSync(candidate));
		if (path === undefined) throw new Error(`${file} has not been built. Run npm run build.`);
		this.worker = new Worker(path, {
			env: {},
			resourceLimits: { maxOldGenerationSizeMb: bounds.heapMb },
			// The libraries' messages may quote the document, so they are discarded.
			stdout: true,
			stderr: true,
		});
		// An idle thread does not keep the program running.
		this.worker.unref();
	}

	/** The result of one task. @throws ThreadError, or the signal's reason */
	ask(task: unknown, signal?: AbortSignal): Promise<unknown> {
		const { worker, bounds } = this;
		return new Promise((resolve, reject) => {
			const grownFrom = process.memoryUsage.rss();
			const end = (finish: () => void) => {
				clearTimeout(timeLimit);
				clearInterval(memoryCheck);
				signal?.removeEventListener('abort', stop);
				for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
				// An error after the end of the thread must not be unhandled.
				worker.on('error', () => undefined);
				worker.unref();
				finish();
			};
			const fail = (reason: ThreadError['reason']) => end(() => reject(new ThreadError(reason)));
			const stop = () => end(() => reject(signal?.reason instanceof Error ? signal.reason : new Error('Interrupted.')));
			const timeLimit = setTimeout(() => fail('time'), bounds.timeMs);
			const memoryCheck = setInterval(() => {
				const grownMb = (process.memoryUsage.rss() - grownFrom) / 1024 / 1024;
				if (grownMb > (bounds.processMb ?? Number.POSITIVE_INFINITY)) fail('memory');
			}, MEMORY_CHECK_MS);
			if (signal?.aborted) return stop();
			signal?.addEventListener('abort', stop, { once: true });
			worker.ref();
			worker.once('message', (answer: unknown) => end(() => resolve(answer)));
			worker.once('error', (error) => fail(isOutOfMemory(error) ? 'memory' : 'broken'));
			worker.once('exit', () => fail('broken'));
			worker.postMessage(task);
		});
	}

	async end(): Promise<void> {
		await this.worker.terminate();
	}
}

function isOutOfMemory(error: Error): boolean {
	return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/**
 * A thread for many small tasks, one after another. It starts with the first task. If a thread returns no result, a new
 * one does the next task.
 */
export class PersistentThread {
	private thread: BoundedThread | undefined;
	private last: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly file: string,
		private readonly bounds: ThreadBounds,
	) {}

	/** @throws ThreadError, or the signal's reason */
	ask(task: unknown, signal?: AbortSignal): Promise<unknown> {
		const turn = this.last.then(() => this.askNow(task, signal));
		this.last = turn.catch(() => undefined);
		return turn;
	}

	async close(): Promise<void> {
		await this.thread?.end();
		this.thread = undefined;
	}

	private async askNow(task: unknown, signal?: AbortSignal): Promise<unknown> {
		this.thread ??= new BoundedThread(this.file, this.bounds);
		try {
			return await this.thread.ask(task, signal);
		} catch (error) {
			await this.close();
			throw error;
		}
	}
}
