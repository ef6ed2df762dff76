import { z } from 'zod';
import type { SqlDatabase } from '../database/sql-database';

const noteRow = z.object({ id: z.number(), author: z.string(), content: z.string(), createdAt: z.string() });

export type StoredNote = z.infer<typeof noteRow>;

/** The team's private notes on conversations: for the dashboard alone. */
export class NotesRepository {
	constructor(private readonly database: SqlDatabase) {}

	/** Oldest first. */
	ofConversation(conversationId: string): StoredNote[] {
		return this.database.all(
			noteRow,
			'SELECT id, author, content, created_at AS createdAt FROM notes WHERE conversation_id = ? ORDER BY id',
			conversationId,
		);
	}

	insert(note: Omit<StoredNote, 'id'> & { conversationId: string }): number {
		return this.database.run(
			'INSERT INTO notes (conversation_id, author, content, created_at) VALUES (?, ?, ?, ?)',
			note.conversationId,
			note.author,
			note.content,
			note.createdAt,
		).id;
	}
}
