import type { z } from 'zod';
import { PartWriter } from './part-writer';
import { refusedRowSchema } from './part-schemas';
import { piecesOf } from './part-pieces';
import type { StoredParts } from './stored-parts';

export type RefusedRow = z.output<typeof refusedRowSchema>;

export function refusedWriter(parts: StoredParts, attempt: number): PartWriter<RefusedRow> {
	return new PartWriter<RefusedRow>(parts, 'refused', attempt);
}

/** The rows that cannot be used, a piece at a time. */
export async function* readRefused(parts: StoredParts, attempt: number): AsyncGenerator<RefusedRow> {
	for await (const { values } of piecesOf(parts, { kind: 'refused', attempt, schema: refusedRowSchema })) yield* values;
}
