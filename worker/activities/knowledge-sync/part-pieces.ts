import type { z } from 'zod';
import { type StoredRow, storedRowSchema } from './part-schemas';
import { lost, PART, type PartKind, partOf, type StoredParts } from './stored-parts';

/** Values of a part that are stored together, and the place of the first one among all values. */
export interface Piece<Value> {
	from: number;
	values: Value[];
}

interface Kept<Value> {
	kind: PartKind;
	attempt: number;
	schema: z.ZodType<Value>;
}

/** The rows of a set, as an attempt stored them. */
export function rowsOf(attempt: number): Kept<StoredRow> {
	return { kind: 'rows', attempt, schema: storedRowSchema };
}

/** The pieces of a part, in their order, with one of them in memory. A part of small values is one piece. */
async function* piecesOfPart<Value>(
	parts: StoredParts,
	{ kind, attempt, schema }: Kept<Value>,
	part: number,
): AsyncGenerator<Piece<Value>> {
	for (let piece = 0, seen = 0; seen < PART; piece += 1) {
		const values = await parts.find(kind, partOf(piece, part), attempt, schema);
		if (values === null) return;
		yield { from: part * PART + seen, values };
		seen += values.length;
	}
}

/**
 * All values that a `PartWriter` wrote, a piece at a time.
 * @param count how many there are. Default: it is not known, and the first part that is not full is the last one
 * @throws a final failure if one of them is missing
 */
export async function* piecesOf<Value>(
	parts: StoredParts,
	kept: Kept<Value>,
	count?: number,
): AsyncGenerator<Piece<Value>> {
	let seen = 0;
	for (let part = 0; seen === part * PART && seen !== count; part += 1) {
		for await (const piece of piecesOfPart(parts, kept, part)) {
			seen += piece.values.length;
			yield piece;
			if (seen === count) return;
		}
	}
	if (count !== undefined && seen < count) throw lost(kept.kind);
}

/** The piece that has a value. @throws a final failure if it is missing */
export async function pieceWith<Value>(parts: StoredParts, kept: Kept<Value>, place: number): Promise<Piece<Value>> {
	for await (const piece of piecesOfPart(parts, kept, Math.floor(place / PART)))
		if (place < piece.from + piece.values.length) return piece;
	throw lost(kept.kind);
}
