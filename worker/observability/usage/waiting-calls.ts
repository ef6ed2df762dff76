/** Follows the times in which calls of each connection waited for their dispatch, as one process sees them. */
export class WaitingCalls {
	/** Until when waiting has been counted, in milliseconds since 1970. */
	readonly #countedUntil = new Map<string, number>();

	/**
	 * A call that is handed out now. The calls of a busy connection wait at the same time, and that time counts once.
	 * @param waitedMs for its dispatch, in milliseconds
	 * @param now in milliseconds since 1970
	 * @returns from when on it shows that calls waited; `now` if that is counted already
	 */
	handedOut(connection: string, waitedMs: number, now: number): number {
		const from = Math.min(now, Math.max(now - waitedMs, this.#countedUntil.get(connection) ?? 0));
		this.#countedUntil.set(connection, now);
		return from;
	}
}
