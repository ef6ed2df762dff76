import { z } from 'zod';
import { resentSchema } from '../../webhooks/task-resends';
import { taskIdParams } from './task';

export const taskActionParams = taskIdParams.extend({
	action: z
		.string()
		.min(1)
		.describe('One of the actions of the task, for instance sync-now, pause or resume of a lead-sync'),
});

export const taskActionBody = z
	.looseObject({})
	.nullish()
	.describe('What goes with the action; left out where it takes nothing. sync-now: from; retry-refused: leadIds');

export const taskActionAnswer = z.object({
	message: z.string().describe('What the task makes of it, in one sentence'),
});

export const taskResentSchema = resentSchema.extend({
	message: z.string().describe('What is sent to how many, for a person'),
});

export const refusedLeadsSchema = z.object({
	items: z
		.array(z.object({ leadId: z.int(), reason: z.string(), at: z.string().describe('ISO 8601 UTC') }))
		.describe('Oldest first; at most 500'),
});
