import { z } from 'zod';
import { taskTypeSchema } from './task';

export const taskTypeListSchema = z.object({
	items: z.array(
		z.object({
			type: taskTypeSchema,
			title: z.string(),
			description: z.string(),
			version: z.int().describe('The newest version of the input'),
			inputSchema: z.looseObject({}).describe('JSON Schema of the input'),
		}),
	),
	retentionHours: z.int().describe('How long a task and its Idempotency-Key are remembered after its end'),
});
