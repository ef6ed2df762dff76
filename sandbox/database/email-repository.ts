import { z } from 'zod';
import { flagColumn, jsonColumn, type SqlDatabase } from './sql-database';

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
type NewThread = Pick<StoredThread, 'conversationId' | 'mailboxId' | 'subject' | 'to' | 'cc' | 'updatedAt'>;

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

	/** Omitted fields stay; the revision counts the change. */
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

/** For an incoming message: the outcome of the agent's reply. For an outgoing one: who wrote it. */
const AI_STATUSES = [
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
	/** The signature below the message. Null if it was not kept. */
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
