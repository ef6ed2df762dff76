import { z } from 'zod';
import { DESTINATION_TYPES } from '../../config';
import { idSchema } from '../../../api';
import { yesOrNo } from './fields';
import { taskTypeSchema } from './task';

export const connectionParams = z.object({ name: idSchema.describe('The name of a connection') });

export const connectionListSchema = z.object({
	items: z.array(z.object({ name: z.string(), baseUrl: z.string() })),
});

export const agentListQuery = z.object({
	fresh: yesOrNo
		.default(false)
		.describe('Asks the service even when a list is kept: an agent made in the last 30 s is missing there'),
});

export const agentListSchema = z.object({
	items: z.array(
		z.object({ id: z.string(), name: z.string().describe('The id again where the service gives no name') }),
	),
	complete: z.boolean().describe('Whether these are all agents that the key can see; false beyond 500'),
});

export const destinationParams = z.object({ name: idSchema.describe('The name of a destination') });

export const destinationListSchema = z.object({
	items: z.array(
		z.object({
			name: z.string(),
			type: z.enum(DESTINATION_TYPES),
			target: z.string().describe('Where it is, without any secret'),
		}),
	),
});

export const destinationCheckSchema = z.object({
	ok: z.literal(true).describe('Nothing was found that keeps leads from being written'),
	proven: z.boolean().describe('Whether what was tried proves that leads can be written'),
	detail: z.string().describe('What was tried, and what came of it'),
});

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
