import { z } from 'zod';
import { jsonColumn } from '../database/json-column';
import type { SqlDatabase } from '../database/sql-database';

export const MESSAGE_ROLES = ['visitor', 'assistant', 'teammate', 'automation'] as const;

const messageRow = z.object({
	id: z.number(),
	role: z.enum(MESSAGE_ROLES),
	content: z.string(),
	sources: jsonColumn(z.array(z.object({ title: z.string(), url: z.string().nullable() }))),
	createdAt: z.string(),
});

export type StoredMessage = z.output<typeof messageRow>;

export interface NewMessage extends Pick<StoredMessage, 'role' | 'content' | 'createdAt'> {
	conversationId: string;
	sources?: StoredMessage['sources'];
	/** Of a visitor's message: whether the agent could answer it. Left out: it was not asked to. */
	answered?: boolean;
}

/** What was said in conversations. Private notes are not among it: see NotesRepository. */
export class MessagesRepository {
	constructor(private readonly database: SqlDatabase) {}

	/** Oldest first. */
	ofConversation(conversationId: string): StoredMessage[] {
		return this.database.all(
			messageRow,
			'SELECT id, role, content, sources, created_at AS createdAt FROM messages WHERE conversation_id = ? ORDER BY id',
			conversationId,
		);
	}

	/** The last messages of a conversation, oldest first. */
	last(conversationId: string, count: number): StoredMessage[] {
		return this.database
			.all(
				messageRow,
				`SELECT id, role, content, sources, created_at AS createdAt FROM messages
				WHERE conversation_id = ? ORDER BY id DESC LIMIT ?`,
				conversationId,
				count,
			)
			.reverse();
	}

	/** Adds a message and counts it in its conversation. Call it inside a transaction. Returns its id. */
	insert({ conversationId, role, content, sources = [], answered, createdAt }: NewMessage): number {
		const { id } = this.database.run(
			`INSERT INTO messages (conversation_id, role, content, sources, answered, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
			conversationId,
			role,
			content,
			JSON.stringify(sources),
			answered === undefined ? null : Number(answered),
			createdAt,
		);
		this.database.run(
			`UPDATE conversations SET message_count = message_count + 1,
				last_message_at = max(coalesce(last_message_at, ''), ?) WHERE id = ?`,
			createdAt,
			conversationId,
		);
		return id;
	}
}
