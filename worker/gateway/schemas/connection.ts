import { z } from 'zod';
import { idSchema } from '../../../api';
import { yesOrNo } from './yes-or-no';

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
