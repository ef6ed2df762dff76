import { z } from 'zod';
import { pageQuery } from './primitives';

/** A conversation record; its fields are not shown. The `id` is assumed (docs/api-notes.md). */
export const conversationSchema = z.looseObject({ id: z.string().optional() });

export const conversationStateSchema = z.enum(['open', 'resolved']);

export const conversationsQuerySchema = z.strictObject({
	...pageQuery,
	/** The values it takes are not shown. */
	channel: z.string().optional(),
	state: conversationStateSchema.optional(),
});

export type Conversation = z.infer<typeof conversationSchema>;
