import type { StoredRow } from './part-schemas';
import { PART, type StoredParts } from './stored-parts';

/** Stores rows one after the other, with at most a part of them in memory. */
export class RowWriter {
	/** Rows so far. */
	count = 0;
	#part: StoredRow[] = [];

	constructor(
		private readonly parts: StoredParts,
		private readonly attempt: number,
	) {}

	async write(row: StoredRow): Promise<void> {
		this.#part.push(row);
		this.count += 1;
		if (this.#part.length === PART) await this.#flush();
	}

	/** @returns how many rows there are */
	async end(): Promise<number> {
		if (this.#part.length > 0) await this.#flush();
		return this.count;
	}

	async #flush(): Promise<void> {
		await this.parts.write('rows', Math.ceil(this.count / PART) - 1, this.attempt, this.#part);
		this.#part = [];
	}
}
