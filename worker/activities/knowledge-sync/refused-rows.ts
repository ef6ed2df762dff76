import type { z } from 'zod';
import { PartWriter } from './part-writer';
import { refusedRowSchema } from './part-schemas';
import { PART, type StoredParts } from './stored-parts';

export type RefusedRow = z.output<typeof refusedRowSchema>;

export function refusedWriter(parts: StoredParts, attempt: number): PartWriter<RefusedRow> {
	return new PartWriter<RefusedRow>(parts, 'refused', attempt);
}

/** The rows that cannot be used, a part at a time. */
export async function* readRefused(parts: StoredParts, attempt: number): AsyncGenerator<RefusedRow> {
	for (let number = 0; ; number += 1) {
		const found = await parts.find('refused', number, attempt, refusedRowSchema);
		if (found !== null) yield* found;
		if (found?.length !== PART) return;
	}
}
