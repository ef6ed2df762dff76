/** Ids of one block stand in one row of bits. */
const BLOCK = 2 ** 16;
/** From so many ids on, a block is a row of bits: 8 KiB. */
const SPARSE = 512;

/** A set of whole numbers, small also where there are millions: ids that lie close together take a bit each. */
export class LeadIds {
	readonly #blocks = new Map<number, Set<number> | Uint8Array>();

	/** @returns false when it was there already */
	add(id: number): boolean {
		const [number, place] = [Math.floor(id / BLOCK), id % BLOCK];
		const block = this.#blocks.get(number) ?? new Set<number>();
		if (block instanceof Uint8Array) return setBit(block, place);
		if (block.has(place)) return false;
		block.add(place);
		this.#blocks.set(number, block.size < SPARSE ? block : bitsOf(block));
		return true;
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
