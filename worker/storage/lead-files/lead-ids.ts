/** Number of ids in one block, which is one bitmap. */
const BLOCK = 2 ** 16;
/** A block with more ids becomes a bitmap of 8 KiB. */
const SPARSE = 512;

/** A set of whole numbers that stays small with millions of entries: ids close together take one bit each. */
export class LeadIds {
	readonly #blocks = new Map<number, Set<number> | Uint8Array>();

	/** @returns false if the set already had it */
	add(id: number): boolean {
		const [number, place] = [Math.floor(id / BLOCK), id % BLOCK];
		const block = this.#blocks.get(number) ?? new Set<number>();
		if (block instanceof Uint8Array) return setBit(block, place);
		if (block.has(place)) return false;
		block.add(place);
		this.#blocks.set(number, block.size < SPARSE ? block : bitsOf(block));
		return true;
	}

	has(id: number): boolean {
		const [number, place] = [Math.floor(id / BLOCK), id % BLOCK];
		const block = this.#blocks.get(number);
		if (block instanceof Uint8Array) return ((block[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;
		return block?.has(place) === true;
	}
}

function bitsOf(places: Set<number>): Uint8Array {
	const bits = new Uint8Array(BLOCK / 8);
	for (const place of places) setBit(bits, place);
	return bits;
}

function setBit(bits: Uint8Array, place: number): boolean {
	const [index, bit] = [place >> 3, 1 << (place & 7)];
	const before = bits[index] ?? 0;
	bits[index] = before | bit;
	return (before & bit) === 0;
}
