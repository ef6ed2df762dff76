import { z } from 'zod';
import { taskTypeSchema } from './task';

export const taskTypeListSchema = z.object({
	items: z.array(
		z.object({
			type: taskTypeSchema,
			title: z.string(),
			description: z.string(),
			version: z.int().describe('The newest version of the input'),
			keyReuse: z
				.enum(['after-failure', 'never'])
				.describe('Whether a task that did not complete can be started again'),
			actions: z.array(z.string()).describe('What a running task can be asked: POST /v1/tasks/{id}/actions/{action}'),
			endedActions: z
				.array(z.string())
				.describe('What can be asked of a task that has ended, in the same way; retry only when it did not complete'),
			decisions: z.array(z.string()).describe('What a person can decide: POST /v1/tasks/{id}/decision'),
			inputSchema: z.looseObject({}).describe('JSON Schema of the input'),
		}),
	),
	retentionHours: z.int().describe('How long a task and its Idempotency-Key are remembered after its end'),
});
