import { z } from 'zod';
import { BLOB_REFERENCE } from '../../../workflows/add-sources/fields-contract';
import { columnsSchema } from '../../../workflows/knowledge-sync/columns-contract';

export const knowledgeTableBody = z.strictObject({
	blob: z
		.string()
		.regex(BLOB_REFERENCE, 'must be the reference that PUT /v1/blobs returned: sha256: and 64 hexadecimal digits')
		.describe('Reference of an uploaded file (PUT /v1/blobs)'),
	columns: columnsSchema
		.optional()
		.describe('Which column is which field: its title, or its number from 1 on. Default: by the titles'),
});
