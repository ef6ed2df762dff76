import { z } from 'zod';
import { selectPage, type SqlDatabase } from './sql-database';

export const COD_STATUSES = ['pending', 'confirmed', 'cancelled', 'no_response'] as const;

const confirmationRow = z.object({
	id: z.string(),
	agentId: z.string(),
	conversationId: z.string().nullable(),
	orderNumber: z.string(),
	customerName: z.string(),
	customerPhone: z.string(),
	/** In hundredths of the currency. */
	amount: z.number(),
	currency: z.string(),
	status: z.enum(COD_STATUSES),
	createdAt: z.string(),
	settledAt: z.string().nullable(),
});
const resultRow = z.object({
	status: z.enum(COD_STATUSES),
	currency: z.string(),
	count: z.number(),
	amount: z.number(),
});

export type StoredConfirmation = z.infer<typeof confirmationRow>;
export type CodResult = z.infer<typeof resultRow>;

const COLUMNS =
	'id, agent_id AS agentId, conversation_id AS conversationId, order_number AS orderNumber, customer_name AS customerName, ' +
	'customer_phone AS customerPhone, amount, currency, status, created_at AS createdAt, settled_at AS settledAt';

/** Cash-on-delivery confirmations. */
export class CodRepository {
	constructor(private readonly database: SqlDatabase) {}

	find(id: string): StoredConfirmation | undefined {
		return this.database.get(confirmationRow, `SELECT ${COLUMNS} FROM cod_confirmations WHERE id = ?`, id);
	}

	/** Newest first. */
	page(agentId: string, limit: number, offset: number): { items: StoredConfirmation[]; total: number } {
		const from = 'cod_confirmations WHERE agent_id = ?1';
		const query = {
			row: confirmationRow,
			columns: COLUMNS,
			from,
			values: [agentId],
			orderBy: 'created_at DESC, number DESC',
		};
		return selectPage(this.database, query, limit, offset);
	}

	/** Numbers and amounts of what was created between two moments, by status and currency. ISO 8601 UTC, inclusive. */
	results(agentId: string, from: string, until: string): CodResult[] {
		return this.database.all(
			resultRow,
			`SELECT status, currency, count(*) AS count, sum(amount) AS amount FROM cod_confirmations
			WHERE agent_id = ? AND created_at BETWEEN ? AND ? GROUP BY status, currency ORDER BY currency, status`,
			agentId,
			from,
			until,
		);
	}

	insert(confirmation: StoredConfirmation): void {
		this.database.run(
			`INSERT INTO cod_confirmations (id, agent_id, conversation_id, order_number, customer_name, customer_phone, amount,
				currency, status, created_at, settled_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			confirmation.id,
			confirmation.agentId,
			confirmation.conversationId,
			confirmation.orderNumber,
			confirmation.customerName,
			confirmation.customerPhone,
			confirmation.amount,
			confirmation.currency,
			confirmation.status,
			confirmation.createdAt,
			confirmation.settledAt,
		);
	}

	settle(id: string, status: StoredConfirmation['status'], settledAt: string | null): void {
		this.database.run('UPDATE cod_confirmations SET status = ?, settled_at = ? WHERE id = ?', status, settledAt, id);
	}
}
