import { z } from 'zod';
import type { SqlDatabase } from './sql-database';

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

/** Outgoing messages. EmailRecipientsRepository has the outcome for each address. */
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

	/** Deliveries of a mailbox with an address that is still waiting. Oldest first. */
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

const RECIPIENT_STATES = [
	'waiting',
	'attempting',
	'deferred',
	'delivered',
	'sent',
	'bounced',
	'uncertain',
	'cancelled',
] as const;

const recipientRow = z.object({
	address: z.string(),
	state: z.enum(RECIPIENT_STATES),
	reason: z.string().nullable(),
	occurredAt: z.string().nullable(),
});

export type StoredRecipient = z.infer<typeof recipientRow>;
export type RecipientState = StoredRecipient['state'];

/** The outcome for each address of a delivery. */
export class EmailRecipientsRepository {
	constructor(private readonly database: SqlDatabase) {}

	/** In the order of the message: To, then Cc. */
	ofDelivery(deliveryId: string): StoredRecipient[] {
		return this.database.all(
			recipientRow,
			'SELECT address, state, reason, occurred_at AS occurredAt FROM email_recipients WHERE delivery_id = ? ORDER BY rowid',
			deliveryId,
		);
	}

	insert(deliveryId: string, addresses: string[]): void {
		const sql = "INSERT INTO email_recipients (delivery_id, address, state) VALUES (?, ?, 'waiting')";
		for (const address of addresses) this.database.run(sql, deliveryId, address);
	}

	set(deliveryId: string, recipient: StoredRecipient): void {
		this.database.run(
			'UPDATE email_recipients SET state = ?, reason = ?, occurred_at = ? WHERE delivery_id = ? AND address = ?',
			recipient.state,
			recipient.reason,
			recipient.occurredAt,
			deliveryId,
			recipient.address,
		);
	}

	/** Moves all addresses of a delivery from some states to another. Returns how many. */
	move(deliveryId: string, from: RecipientState[], state: RecipientState, at: string): number {
		return this.database.run(
			`UPDATE email_recipients SET state = ?, occurred_at = ?
			WHERE delivery_id = ? AND state IN (SELECT value FROM json_each(?))`,
			state,
			at,
			deliveryId,
			JSON.stringify(from),
		).changes;
	}

	/** The number of addresses of mail that was queued since then, without cancelled ones. @param since ISO 8601 UTC */
	countSince(since: string): number {
		const sql = `SELECT count(*) AS count FROM email_deliveries JOIN email_recipients ON delivery_id = id
			WHERE created_at >= ? AND state <> 'cancelled'`;
		return this.database.get(z.object({ count: z.number() }), sql, since)?.count ?? 0;
	}
}
