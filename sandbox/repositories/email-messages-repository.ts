import { z } from 'zod';
import { jsonColumn } from '../database/json-column';
import type { SqlDatabase } from '../database/sql-database';

const addressesColumn = jsonColumn(z.array(z.string()));

/** Of a message that came in: what became of the agent's answer. Of one that went out: who wrote it. */
export const AI_STATUSES = [
	'pending',
	'answered',
	'unanswered',
	'paused',
	'disabled',
	'needs_review',
	'automated_mail',
	'unavailable',
	'generated',
] as const;

const emailMessageRow = z.object({
	id: z.string(),
	messageId: z.number(),
	conversationId: z.string(),
	direction: z.enum(['in', 'out']),
	subject: z.string(),
	content: z.string(),
	/** What was put below it; null where that was not kept. */
	signature: z.string().nullable(),
	to: addressesColumn,
	cc: addressesColumn,
	headerId: z.string(),
	reviewReason: z.string().nullable(),
	aiStatus: z.enum(AI_STATUSES).nullable(),
	createdAt: z.string(),
});

export type StoredEmailMessage = z.output<typeof emailMessageRow>;
export type AiStatus = (typeof AI_STATUSES)[number];

const SELECT = `SELECT email_messages.id AS id, message_id AS messageId, email_messages.conversation_id AS conversationId,
	direction, subject, content, signature, recipients_to AS "to", recipients_cc AS cc, header_id AS headerId,
	review_reason AS reviewReason, ai_status AS aiStatus, email_messages.created_at AS createdAt
FROM email_messages JOIN messages ON messages.id = message_id`;

/** Messages of email conversations, in both directions. */
export class EmailMessagesRepository {
	constructor(private readonly database: SqlDatabase) {}

	find(id: string): StoredEmailMessage | undefined {
		return this.database.get(emailMessageRow, `${SELECT} WHERE email_messages.id = ?`, id);
	}

	/** Oldest first. */
	ofConversation(conversationId: string): StoredEmailMessage[] {
		const sql = `${SELECT} WHERE email_messages.conversation_id = ? ORDER BY message_id`;
		return this.database.all(emailMessageRow, sql, conversationId);
	}

	/** The newest message of a mailbox with one of these Message-IDs. */
	findByHeaders(mailboxId: string, headerIds: string[]): StoredEmailMessage | undefined {
		return this.database.get(
			emailMessageRow,
			`${SELECT} WHERE header_id IN (SELECT value FROM json_each(?))
				AND email_messages.conversation_id IN (SELECT conversation_id FROM email_threads WHERE mailbox_id = ?)
			ORDER BY message_id DESC LIMIT 1`,
			JSON.stringify(headerIds),
			mailboxId,
		);
	}

	insert(message: Omit<StoredEmailMessage, 'content'>): void {
		this.database.run(
			`INSERT INTO email_messages (id, message_id, conversation_id, direction, subject, recipients_to, recipients_cc,
				header_id, review_reason, ai_status, created_at, signature)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			message.id,
			message.messageId,
			message.conversationId,
			message.direction,
			message.subject,
			JSON.stringify(message.to),
			JSON.stringify(message.cc),
			message.headerId,
			message.reviewReason,
			message.aiStatus,
			message.createdAt,
			message.signature,
		);
	}

	setAiStatus(id: string, status: AiStatus): void {
		this.database.run('UPDATE email_messages SET ai_status = ? WHERE id = ?', status, id);
	}
}
