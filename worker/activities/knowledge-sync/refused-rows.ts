import type { z } from 'zod';
import { PartWriter } from './part-writer';
import { refusedRowSchema } from './part-schemas';
import { PART, type StoredParts } from './stored-parts';

export type RefusedRow = z.output<typeof refusedRowSchema>;

/** The number of the part that has the titles of the columns. */
export const TITLES = 1;

/** The titles stand between the first part of the refused rows and the others. */
const numberOf = (place: number) => (place < TITLES ? place : place + 1);

export function refusedWriter(parts: StoredParts, attempt: number): PartWriter<RefusedRow> {
	return new PartWriter<RefusedRow>(parts, 'refused', attempt, numberOf);
}

/** The rows that cannot be used, a part at a time. An earlier version stored all of them in the first part. */
export async function* readRefused(parts: StoredParts, attempt: number): AsyncGenerator<RefusedRow> {
	for (let place = 0; ; place += 1) {
		const found = await parts.find('refused', numberOf(place), attempt, refusedRowSchema);
		if (found !== null) yield* found;
		if (found?.length !== PART) return;
	}
}

export async function countRefused(parts: StoredParts, attempt: number): Promise<number> {
	let count = 0;
	for await (const _ of readRefused(parts, attempt)) count += 1;
	return count;
}
