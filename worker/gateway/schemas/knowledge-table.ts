import { z } from 'zod';
import { BLOB_REFERENCE } from '../../../workflows/add-sources/fields-contract';
import { columnsSchema, TABLE_FIELDS } from '../../../workflows/knowledge-sync/columns-contract';

export const knowledgeTableBody = z.strictObject({
	blob: z
		.string()
		.regex(BLOB_REFERENCE, 'must be the reference that PUT /v1/blobs returned: sha256: and 64 hexadecimal digits')
		.describe('Reference of an uploaded file (PUT /v1/blobs)'),
	columns: columnsSchema
		.optional()
		.describe('Which column is which field: its title, or its number from 1 on. Default: by the titles'),
});

export const knowledgeTableSchema = z.object({
	titles: z.array(z.string()).describe('Empty: the file is no table (NDJSON, ZIP), or has no row'),
	columns: z.partialRecord(z.enum(TABLE_FIELDS), z.int()).describe('The column of each field, from 1 on'),
	sample: z
		.array(z.array(z.string()))
		.describe('The first 5 rows below the titles, with at most 300 characters a cell'),
	rows: z.int().nullable().describe('How many rows stand below the titles. Null: the file is no table'),
	notes: z.array(z.string()).describe('What was assumed about the file, in sentences'),
	problem: z.string().nullable().describe('Why the rows cannot be read like this. Null: they can'),
});
