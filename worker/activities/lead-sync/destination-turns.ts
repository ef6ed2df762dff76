import { notYet } from '../task/failure';

/** A slow destination has taken some leads by then. In milliseconds. */
const AGAIN_MS = 5_000;

/**
 * Bounds the syncs that are at one destination at the same time, in this process. Each holds a slot of the calls of all
 * connections while it reads and writes, so without a bound many syncs to one slow destination would hold every slot.
 * To wait for a turn is no failure, so it neither begins nor ends a blockage.
 */
export class DestinationTurns {
	readonly #underWay = new Map<string, number>();

	/** @param most syncs at one destination */
	constructor(private readonly most: number) {}

	/** @throws `not_yet` if so many are under way; nothing was read or written then, and the sync comes again by itself */
	async take<Result>(destination: string, work: () => Promise<Result>): Promise<Result> {
		const underWay = this.#underWay.get(destination) ?? 0;
		if (underWay >= this.most) throw notYet(`${underWay} other syncs write to ${destination}.`, AGAIN_MS);
		this.#underWay.set(destination, underWay + 1);
		try {
			return await work();
		} finally {
			const left = (this.#underWay.get(destination) ?? 1) - 1;
			if (left === 0) this.#underWay.delete(destination);
			else this.#underWay.set(destination, left);
		}
	}
}
