import { z } from 'zod';
import { flagColumn } from '../database/flag-column';
import { jsonColumn } from '../database/json-column';
import type { SqlDatabase } from '../database/sql-database';

const addressesColumn = jsonColumn(z.array(z.string()));

const threadRow = z.object({
	conversationId: z.string(),
	agentId: z.string(),
	mailboxId: z.string().nullable(),
	subject: z.string(),
	to: addressesColumn,
	cc: addressesColumn,
	aiPaused: flagColumn,
	revision: z.number(),
	createdAt: z.string(),
	updatedAt: z.string(),
});

export type StoredThread = z.output<typeof threadRow>;
export type NewThread = Pick<StoredThread, 'conversationId' | 'mailboxId' | 'subject' | 'to' | 'cc' | 'updatedAt'>;

/** What email adds to a conversation of the inbox. */
export class EmailThreadsRepository {
	constructor(private readonly database: SqlDatabase) {}

	find(conversationId: string): StoredThread | undefined {
		return this.database.get(
			threadRow,
			`SELECT conversation_id AS conversationId, agent_id AS agentId, mailbox_id AS mailboxId, subject,
				recipients_to AS "to", recipients_cc AS cc, ai_paused AS aiPaused, revision, created_at AS createdAt,
				updated_at AS updatedAt
			FROM email_threads JOIN conversations ON conversations.id = conversation_id WHERE conversation_id = ?`,
			conversationId,
		);
	}

	insert(thread: NewThread): void {
		this.database.run(
			`INSERT INTO email_threads (conversation_id, mailbox_id, subject, recipients_to, recipients_cc, updated_at)
			VALUES (?, ?, ?, ?, ?, ?)`,
			thread.conversationId,
			thread.mailboxId,
			thread.subject,
			JSON.stringify(thread.to),
			JSON.stringify(thread.cc),
			thread.updatedAt,
		);
	}

	/** What is left out stays; the revision counts the change. */
	change(conversationId: string, change: { aiPaused?: boolean; mailboxId?: string }, at: string): void {
		this.database.run(
			`UPDATE email_threads SET ai_paused = coalesce(?, ai_paused), mailbox_id = coalesce(?, mailbox_id),
				revision = revision + 1, updated_at = ? WHERE conversation_id = ?`,
			change.aiPaused === undefined ? null : Number(change.aiPaused),
			change.mailboxId ?? null,
			at,
			conversationId,
		);
	}
}
