import { z } from 'zod';
import { agentIdSchema, idSchema } from './primitives';

/** Where the visitor is; grounds the reply geographically (specification, part 4). */
export const locationSchema = z.strictObject({
	country: z.string().optional(),
	countryCode: z.string().optional(),
	city: z.string().optional(),
	region: z.string().optional(),
});

export const chatBodySchema = z.strictObject({
	message: z.string().min(1),
	/** Left out: a new conversation. */
	sessionId: idSchema.optional(),
	/** The same value again costs no further credit. */
	clientMessageId: z.string().min(1).optional(),
	location: locationSchema.optional(),
});

/** The reply, in Markdown, with what it was grounded in (specification, part 2). */
export const chatReplySchema = z.looseObject({
	agentId: agentIdSchema,
	sessionId: z.string(),
	reply: z.string(),
	sources: z.array(z.looseObject({ title: z.string().nullish(), url: z.string().nullish() })),
});

export type ChatBody = z.infer<typeof chatBodySchema>;
export type ChatReply = z.infer<typeof chatReplySchema>;
