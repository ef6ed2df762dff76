import { finalFailure } from '../task/failure';
import { PART, type PartKind, type StoredParts } from './stored-parts';

/** A part is read and written at once, in a process that also serves people. Bytes. */
const MOST_OF_PART = 32 * 1024 * 1024;

/** Stores values one after the other, with at most a part of them in memory. */
export class PartWriter<Value> {
	/** Values so far. */
	count = 0;
	#part: Value[] = [];
	#bytes = 0;

	constructor(
		private readonly parts: StoredParts,
		private readonly kind: PartKind,
		private readonly attempt: number,
	) {}

	/** @param bytes of the value, about @throws a final failure if a part would become too large */
	async write(value: Value, bytes: number): Promise<void> {
		this.#part.push(value);
		this.count += 1;
		this.#bytes += bytes;
		if (this.#bytes > MOST_OF_PART) throw tooLarge(this.count - this.#part.length + 1, this.count);
		if (this.#part.length === PART) await this.#flush();
	}

	/** @returns how many values there are */
	async end(): Promise<number> {
		if (this.#part.length > 0) await this.#flush();
		return this.count;
	}

	async #flush(): Promise<void> {
		const number = Math.ceil(this.count / PART) - 1;
		await this.parts.write(this.kind, number, this.attempt, this.#part);
		this.#part = [];
		this.#bytes = 0;
	}
}

function tooLarge(from: number, to: number) {
	return finalFailure({
		type: 'unusable_set',
		title: 'The set cannot be read',
		status: 422,
		detail: `Its rows ${from} to ${to} have more than ${MOST_OF_PART / 1024 / 1024} MB together. Nothing was sent. Shorten their texts, or split the set into several.`,
	});
}
