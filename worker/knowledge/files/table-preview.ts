import { z } from 'zod';
import { TABLE_FIELDS } from '../../../workflows/knowledge-sync/columns-contract';
import { SourceError } from '../rows/read-item';
import { FILE_NAME } from './file-name';

/** What the reader makes of a file, without a row of it as an item. */
export const tablePreviewSchema = z.object({
	titles: z.array(z.string()).describe('Empty: the file is no table (NDJSON, ZIP), or has no row'),
	columns: z.partialRecord(z.enum(TABLE_FIELDS), z.int()).describe('The column of each field, from 1 on'),
	sample: z
		.array(z.array(z.string()))
		.describe('The first 5 rows below the titles, with at most 300 characters a cell'),
	rows: z.int().nullable().describe('How many rows stand below the titles. Null: the file is no table'),
	notes: z.array(z.string()).describe('What was assumed about the file, in sentences'),
	problem: z.string().nullable().describe('Why the rows cannot be read like this. Null: they can'),
});
export type TablePreview = z.output<typeof tablePreviewSchema>;

/** @param problem null: the file has rows and no columns */
export function noTable(problem: string | null): TablePreview {
	return { titles: [], columns: {}, sample: [], rows: null, notes: [], problem };
}

/** Why a file cannot be read, as a sentence. @throws any other error */
export function problemIn(error: unknown): string {
	if (!(error instanceof SourceError)) throw error;
	return `${FILE_NAME} ${error.message}.`;
}
