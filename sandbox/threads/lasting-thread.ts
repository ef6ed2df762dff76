import { BoundedThread, type ThreadBounds } from './bounded-thread';

/**
 * A thread that stays for small pieces of work, one after another. One that gave no answer is replaced, so that what
 * comes next is done all the same. It starts with the first piece of work.
 */
export class LastingThread {
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
