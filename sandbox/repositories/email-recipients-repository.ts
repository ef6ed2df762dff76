import { z } from 'zod';
import type { SqlDatabase } from '../database/sql-database';

export const RECIPIENT_STATES = [
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

/** What became of each address of a delivery. */
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

	/** Addresses that mail was queued to since then, without those that were cancelled. @param since ISO 8601 UTC */
	countSince(since: string): number {
		const sql = `SELECT count(*) AS count FROM email_deliveries JOIN email_recipients ON delivery_id = id
			WHERE created_at >= ? AND state <> 'cancelled'`;
		return this.database.get(z.object({ count: z.number() }), sql, since)?.count ?? 0;
	}
}
