import { z } from 'zod';
import { newTurnNotes, turnNotesSchema } from '../lead-conversations/read-in-turns';

/** What the attempts of a page pass to each other while they read its conversations. */
export const conversationNotesSchema = z.object({
	/** The page that is stored; null: none is. */
	page: z
		.object({
			/** Where it stands in the list. */
			place: z.object({ offset: z.number(), startDate: z.string().optional() }),
			total: z.number(),
			/** Milliseconds since 1970. */
			readAt: z.number(),
		})
		.nullable(),
	turns: turnNotesSchema,
	/** Until when leads wait whose talk went on when it was read, by id; milliseconds since 1970. */
	held: z.record(z.string(), z.number()),
});
export type ConversationNotes = z.output<typeof conversationNotesSchema>;

export function newConversationNotes(): ConversationNotes {
	return { page: null, turns: newTurnNotes(), held: {} };
}
