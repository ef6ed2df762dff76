const PREFIX = 'email:';

/** An email conversation is called `email:<conversation id>` (specification, part 4). */
export const sessionIdOf = (conversationId: string): string => `${PREFIX}${conversationId}`;

/** Null for what has not that form. */
export function conversationIdOf(sessionId: string): string | null {
	return sessionId.startsWith(PREFIX) ? sessionId.slice(PREFIX.length) : null;
}
