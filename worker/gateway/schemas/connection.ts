import { z } from 'zod';

export const connectionParams = z.object({ name: z.string().min(1).describe('The name of a connection') });

export const connectionListSchema = z.object({
	items: z.array(z.object({ name: z.string(), baseUrl: z.string() })),
});

export const agentListSchema = z.object({
	items: z.array(
		z.object({ id: z.string(), name: z.string().describe('The id again where the service gives no name') }),
	),
});
