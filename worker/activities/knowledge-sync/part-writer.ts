import { finalFailure } from '../task/failure';
import { PART, type PartKind, partOf, type StoredParts } from './stored-parts';

/** A piece of a part is read and written at once, in a process that also serves people. Bytes. */
const MOST_OF_PIECE = 32 * 1024 * 1024;

/** Stores values one after the other, with at most a piece of a part in memory (see part-pieces.ts). */
export class PartWriter<Value> {
	/** Values so far. */
	count = 0;
	#piece: Value[] = [];
	/** Its number in its part. */
	#number = 0;
	#bytes = 0;

	constructor(
		private readonly parts: StoredParts,
		private readonly kind: PartKind,
		private readonly attempt: number,
	) {}

	/** @param bytes of the value, about @throws a final failure if it is too large */
	async write(value: Value, bytes: number): Promise<void> {
		if (bytes > MOST_OF_PIECE) throw tooLarge(this.count + 1);
		if (this.#bytes + bytes > MOST_OF_PIECE) await this.#flush();
		this.#piece.push(value);
		this.count += 1;
		this.#bytes += bytes;
		if (this.count % PART === 0) await this.#flush();
	}

	/** @returns how many values there are */
	async end(): Promise<number> {
		if (this.#piece.length > 0) await this.#flush();
		return this.count;
	}

	async #flush(): Promise<void> {
		const part = Math.ceil(this.count / PART) - 1;
		await this.parts.write(this.kind, partOf(this.#number, part), this.attempt, this.#piece);
		this.#number = this.count % PART === 0 ? 0 : this.#number + 1;
		this.#piece = [];
		this.#bytes = 0;
	}
}

function tooLarge(row: number) {
	return finalFailure({
		type: 'unusable_set',
		title: 'The set cannot be read',
		status: 422,
		detail: `Its row ${row} has more than ${MOST_OF_PIECE / 1024 / 1024} MB. Nothing was sent. Shorten its texts.`,
	});
}
