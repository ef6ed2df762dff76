/** Work that is done one after another, in the order in which it was asked for. */
export class OneByOne {
	#last: Promise<void> = Promise.resolve();

	/** Waits for a turn. @returns how to end it @throws the reason of the signal */
	async begin(signal?: AbortSignal): Promise<() => void> {
		const before = this.#last;
		let end: () => void = () => undefined;
		const over = new Promise<void>((resolve) => (end = resolve));
		// Whoever gives up leaves its place, and does not let the next one overtake the one before.
		this.#last = before.then(() => over);
		try {
			await unlessAborted(before, signal);
			return end;
		} catch (error) {
			end();
			throw error;
		}
	}
}

async function unlessAborted(turn: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
	if (signal === undefined) return turn;
	signal.throwIfAborted();
	await new Promise<void>((resolve, reject) => {
		const stop = () => reject(signal.reason instanceof Error ? signal.reason : new Error('Interrupted.'));
		signal.addEventListener('abort', stop, { once: true });
		void turn.then(() => {
			signal.removeEventListener('abort', stop);
			resolve();
		});
	});
}
