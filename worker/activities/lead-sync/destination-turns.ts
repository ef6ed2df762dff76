import { notYet } from '../../temporal/not-yet';

/** In milliseconds. A slow destination has taken some leads by then. */
const RETRY_AFTER_MS = 5_000;
/** In milliseconds. */
const LONGEST_PAUSE_MS = 60_000;

interface Turns {
	underWay: number;
	/** What the last sync took, in milliseconds. */
	tookMs: number;
	/** The retry of the sync that waits longest from now, in milliseconds since 1970. */
	lastRetryAt: number;
}

/**
 * Bounds the syncs that are at one destination at the same time, in this process. Each holds a slot of the calls of all
 * connections while it reads and writes, so without a bound many syncs to one slow destination would hold every slot.
 * To wait for a turn is no failure, so it neither begins nor ends a blockage.
 */
export class DestinationTurns {
	readonly #byDestination = new Map<string, Turns>();

	/** @param most syncs at one destination */
	constructor(private readonly most: number) {}

	/**
	 * @param isWithinPass it reads old leads. One turn is kept free of these, for a look for new leads.
	 * @throws `not_yet` if so many are under way; nothing was read or written then, and Temporal retries the sync
	 */
	async take<Result>(destination: string, work: () => Promise<Result>, isWithinPass = false): Promise<Result> {
		const turns = this.#byDestination.get(destination) ?? { underWay: 0, tookMs: 0, lastRetryAt: 0 };
		if (turns.underWay >= (isWithinPass ? Math.max(1, this.most - 1) : this.most))
			throw notYet(`The sync waits because ${turns.underWay} others write to ${destination}.`, this.#pauseMs(turns));
		this.#byDestination.set(destination, turns);
		turns.underWay += 1;
		const began = Date.now();
		try {
			return await work();
		} finally {
			turns.tookMs = Date.now() - began;
			turns.underWay -= 1;
			if (turns.underWay === 0) this.#byDestination.delete(destination);
		}
	}

	/** Each retry costs a dispatch of its connection, so the retries come as turns end, and not all at once. */
	#pauseMs(turns: Turns): number {
		const now = Date.now();
		const afterTheLast = turns.lastRetryAt + turns.tookMs / this.most;
		const retryAt = Math.min(Math.max(now + RETRY_AFTER_MS, afterTheLast), now + LONGEST_PAUSE_MS);
		turns.lastRetryAt = retryAt;
		return retryAt - now;
	}
}
