import { z } from 'zod';
import { taskIdParams } from './task';

export const taskFileParams = taskIdParams.extend({
	name: z.string().min(1).describe("The file's name, as the task's result has it"),
});
