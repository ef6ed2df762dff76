import { z } from 'zod';
import { taskIdParams } from './task';

export const taskFileParams = taskIdParams.extend({
	name: z.string().min(1).describe("The file's name, as the task's result has it"),
});

/** A file as it is, read and checked by nobody on its way. */
export const fileSchema = z.unknown().meta({ format: 'binary', description: 'The file itself' });
