import { z } from 'zod';
import type { SqlDatabase } from '../database/sql-database';

const VIA = ['sandbox', 'smtp'] as const;

const deliveryRow = z.object({
	id: z.string(),
	emailMessageId: z.string(),
	conversationId: z.string(),
	mailboxId: z.string().nullable(),
	attempts: z.number(),
	via: z.enum(VIA).nullable(),
	createdAt: z.string(),
});

export type StoredDelivery = z.infer<typeof deliveryRow>;
export type Via = (typeof VIA)[number];

const COLUMNS =
	'id, email_message_id AS emailMessageId, conversation_id AS conversationId, mailbox_id AS mailboxId, attempts, via, ' +
	'created_at AS createdAt';

/** Messages on their way out. What became of each address is in EmailRecipientsRepository. */
export class EmailDeliveriesRepository {
	constructor(private readonly database: SqlDatabase) {}

	find(id: string): StoredDelivery | undefined {
		return this.database.get(deliveryRow, `SELECT ${COLUMNS} FROM email_deliveries WHERE id = ?`, id);
	}

	/** Oldest first. */
	ofConversation(conversationId: string): StoredDelivery[] {
		const sql = `SELECT ${COLUMNS} FROM email_deliveries WHERE conversation_id = ? ORDER BY created_at, rowid`;
		return this.database.all(deliveryRow, sql, conversationId);
	}

	/** Those of a mailbox with an address that nothing was sent to yet. Oldest first. */
	unsentOfMailbox(mailboxId: string): StoredDelivery[] {
		return this.database.all(
			deliveryRow,
			`SELECT ${COLUMNS} FROM email_deliveries WHERE mailbox_id = ? AND EXISTS (
				SELECT 1 FROM email_recipients WHERE delivery_id = email_deliveries.id AND state IN ('waiting', 'deferred')
			) ORDER BY created_at, rowid`,
			mailboxId,
		);
	}

	insert(delivery: Pick<StoredDelivery, 'id' | 'emailMessageId' | 'conversationId' | 'mailboxId' | 'createdAt'>): void {
		this.database.run(
			`INSERT INTO email_deliveries (id, email_message_id, conversation_id, mailbox_id, created_at)
			VALUES (?, ?, ?, ?, ?)`,
			delivery.id,
			delivery.emailMessageId,
			delivery.conversationId,
			delivery.mailboxId,
			delivery.createdAt,
		);
	}

	countAttempt(id: string, via: Via): void {
		this.database.run('UPDATE email_deliveries SET attempts = attempts + 1, via = ? WHERE id = ?', via, id);
	}
}
