import { z } from 'zod';
import { LIMITS } from '../limits';
import { agentIdSchema } from './primitives';

/** One passage, and the page or document it came from (specification, part 2). */
export const passageSchema = z.looseObject({
	content: z.string(),
	title: z.string().nullish(),
	url: z.string().nullish(),
});

/** Knowledge search: passages, best match first. Empty for an agent that is not trained. */
export const searchResultSchema = z.looseObject({
	agentId: agentIdSchema,
	query: z.string(),
	items: z.array(passageSchema),
});

export const searchQuerySchema = z.strictObject({
	query: z.string().min(1),
	limit: z.coerce.number<number | string>().int().min(1).max(LIMITS.searchPassages).optional(),
});

export type Passage = z.infer<typeof passageSchema>;
