import { z } from 'zod';
import { idSchema } from '../../../api';
import { BLOB_REFERENCE } from '../../../workflows/add-sources/contract';
import { taskIdParams } from './task';

export const blobStoredSchema = z.object({
	blob: z.string().regex(BLOB_REFERENCE).describe('What inputs of tasks refer to it by'),
	bytes: z.int(),
	expiresAt: z.string().describe('ISO 8601 UTC; after that it may be gone'),
});

export const taskFileParams = taskIdParams.extend({
	name: idSchema.describe("The file's name, as the task's result has it"),
});

/** A file as it is, read and checked by nobody on its way. */
export const fileSchema = z.unknown().meta({ format: 'binary', description: 'The file itself' });
