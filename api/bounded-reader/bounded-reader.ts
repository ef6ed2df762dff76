import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { afterRunning } from '../network';

/**
 * The build makes each reader a file beside its program. A program that runs from source uses the last built one.
 * @param folders where the built file may be
 */
export function builtReader(thread: string, folders: readonly string[]): string {
	const found = folders.map((folder) => join(folder, thread)).find((file) => existsSync(file));
	if (found === undefined) throw new Error(`${thread} has not been built. Run npm run build.`);
	return found;
}

export interface Bounds {
	/** Time limit of one task. */
	timeMs: number;
	/** JavaScript heap of the reader. */
	heapMb: number;
	/** How much its process may grow during one task, for memory outside the heap. Default: no bound. */
	processMb?: number;
}

/** `killed`: the system ended it, mostly because the machine had no memory left. That says little of the document. */
const reasonSchema = z.enum(['time', 'memory', 'broken', 'killed']);
/** Why a reader returned no result. */
export type Reason = z.infer<typeof reasonSchema>;

/** What a reader's process sends. */
export const replySchema = z.union([z.strictObject({ result: z.unknown() }), z.strictObject({ failed: reasonSchema })]);

/** A reader returned no result: it took too long, needed too much memory, or ended. Do not use it again. */
export class ReaderError extends Error {
	override name = 'ReaderError';

	constructor(readonly reason: Reason) {
		super(`A reader returned no result (${reason}).`);
	}
}

/**
 * A process that does one piece of work at a time, so that no input can block or crash the service. A thread is not
 * enough: some work ends its whole process at the limit of its heap (https://github.com/nodejs/node/issues/47224).
 */
export class BoundedReader {
	readonly #process: ChildProcess;

	/** @param thread the file that does the work, as `builtReader` finds it. `reader-process.js` is beside it */
	constructor(
		thread: string,
		private readonly bounds: Bounds,
	) {
		const { heapMb, processMb = Number.POSITIVE_INFINITY } = bounds;
		this.#process = fork(join(dirname(thread), 'reader-process.js'), [thread, `${heapMb}`, `${processMb}`], {
			// The libraries get no secret. Windows starts no program without this one.
			env: process.env['SystemRoot'] === undefined ? {} : { SystemRoot: process.env['SystemRoot'] },
			execArgv: [],
			serialization: 'advanced',
			// The libraries' messages may quote the document, so they are discarded.
			stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
		});
		this.#process.on('error', () => undefined);
		this.#keepProgramRunning(false);
	}

	/** The result of one task. @throws ReaderError, or the signal's reason */
	ask(task: object, signal?: AbortSignal): Promise<unknown> {
		const reader = this.#process;
		return new Promise((resolve, reject) => {
			const end = (finish: () => void) => {
				stopCounting();
				signal?.removeEventListener('abort', stop);
				reader.off('message', take).off('exit', ended).off('error', refused);
				this.#keepProgramRunning(false);
				finish();
			};
			const fail = (reason: Reason) => end(() => reject(new ReaderError(reason)));
			const stop = () => end(() => reject(signal?.reason instanceof Error ? signal.reason : new Error('Interrupted.')));
			const take = (message: unknown) => {
				const { data: reply } = replySchema.safeParse(message);
				if (reply === undefined) fail('broken');
				else if ('failed' in reply) fail(reply.failed);
				else end(() => resolve(reply.result));
			};
			// V8 aborts the process at its limit, and the system kills it at the machine's.
			const ended = (code: number | null, by: NodeJS.Signals | null) => {
				if (by === 'SIGKILL') return fail('killed');
				fail(by === 'SIGABRT' || code === 134 ? 'memory' : 'broken');
			};
			// The machine starts no more processes. That says nothing of the document.
			const refused = (error: Error) => end(() => reject(error));
			const stopCounting = afterRunning(this.bounds.timeMs, () => fail('time'));
			if (signal?.aborted) return stop();
			if (this.isOver()) return fail('broken');
			signal?.addEventListener('abort', stop, { once: true });
			this.#keepProgramRunning(true);
			reader.on('message', take).on('exit', ended).on('error', refused);
			// If the process ends in the meantime, its exit says so.
			reader.send(task, () => undefined);
		});
	}

	/** Whether its process has ended. */
	isOver(): boolean {
		return this.#process.exitCode !== null || this.#process.signalCode !== null;
	}

	end(): void {
		this.#process.kill('SIGKILL');
	}

	/** An idle reader does not keep the program running. */
	#keepProgramRunning(isBusy: boolean): void {
		const { channel } = this.#process;
		if (isBusy) {
			this.#process.ref();
			channel?.ref();
		} else {
			this.#process.unref();
			channel?.unref();
		}
	}
}

/**
 * A reader for many small tasks, one after another. It starts with the first task. If it returns no result, a new one
 * does the next task.
 */
export class PersistentReader {
	#reader: BoundedReader | undefined;
	#last: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly thread: string,
		private readonly bounds: Bounds,
	) {}

	/** @throws ReaderError, or the signal's reason */
	ask(task: object, signal?: AbortSignal): Promise<unknown> {
		const turn = this.#last.then(() => this.#askNow(task, signal));
		this.#last = turn.catch(() => undefined);
		return turn;
	}

	close(): void {
		this.#reader?.end();
		this.#reader = undefined;
	}

	async #askNow(task: object, signal?: AbortSignal): Promise<unknown> {
		// Nothing has begun, so the reader stays as it is.
		signal?.throwIfAborted();
		// It may have ended since its last task.
		if (this.#reader?.isOver()) this.#reader = undefined;
		this.#reader ??= new BoundedReader(this.thread, this.bounds);
		try {
			return await this.#reader.ask(task, signal);
		} catch (error) {
			this.close();
			throw error;
		}
	}
}
