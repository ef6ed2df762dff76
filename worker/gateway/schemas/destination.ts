import { z } from 'zod';
import { idSchema } from '../../../api';

export const destinationParams = z.object({ name: idSchema.describe('The name of a destination') });

export const destinationListSchema = z.object({
	items: z.array(
		z.object({
			name: z.string(),
			type: z.enum(['postgresql', 'hubspot', 'webhook']),
			target: z.string().describe('Where it is, without any secret'),
		}),
	),
});

export const destinationCheckSchema = z.object({
	ok: z.literal(true).describe('Nothing was found that keeps leads from being written'),
	proven: z.boolean().describe('Whether what was tried proves that leads can be written'),
	detail: z.string().describe('What was tried, and what came of it'),
});
