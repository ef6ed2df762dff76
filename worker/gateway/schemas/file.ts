import { z } from 'zod';
import { idSchema } from '../../../api';
import { taskIdParams } from './task';

export const taskFileParams = taskIdParams.extend({
	name: idSchema.describe("The file's name, as the task's result has it"),
});

/** A file as it is, read and checked by nobody on its way. */
export const fileSchema = z.unknown().meta({ format: 'binary', description: 'The file itself' });
