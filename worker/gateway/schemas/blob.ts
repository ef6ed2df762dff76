import { z } from 'zod';
import { BLOB_REFERENCE } from '../../../workflows/add-sources/contract';

export const blobStoredSchema = z.object({
	blob: z.string().regex(BLOB_REFERENCE).describe('What inputs of tasks refer to it by'),
	bytes: z.int(),
	expiresAt: z.string().describe('ISO 8601 UTC; after that it may be gone'),
});
