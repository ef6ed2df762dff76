import { z } from 'zod';
import { idSchema } from '../../../api';
import { BLOB_REFERENCE } from '../../../workflows/add-sources/fields-contract';
import { taskIdParams } from './task';

export const blobStoredSchema = z.object({
	blob: z.string().regex(BLOB_REFERENCE).describe('The reference for the input of a task'),
	bytes: z.int(),
	expiresAt: z.string().describe('ISO 8601 UTC. After this time the file may be deleted'),
});

export const taskFileParams = taskIdParams.extend({
	name: idSchema.describe("The file's name, as in the task's result"),
});

/** A file, passed through without parsing or checks. */
export const fileSchema = z.unknown().meta({ format: 'binary', description: 'The file itself' });
