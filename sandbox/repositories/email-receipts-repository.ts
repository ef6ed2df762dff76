import { z } from 'zod';
import { jsonColumn } from '../database/json-column';
import type { SqlDatabase } from '../database/sql-database';

const receiptRow = z.object({ digest: z.string(), reply: jsonColumn(z.record(z.string(), z.string())) });

export type Receipt = z.output<typeof receiptRow>;

/** What was answered to an idempotency key. */
export class EmailReceiptsRepository {
	constructor(private readonly database: SqlDatabase) {}

	find(agentId: string, operation: string, key: string): Receipt | undefined {
		const sql = 'SELECT digest, reply FROM email_receipts WHERE agent_id = ? AND operation = ? AND key = ?';
		return this.database.get(receiptRow, sql, agentId, operation, key);
	}

	insert(agentId: string, operation: string, key: string, { digest, reply }: Receipt): void {
		this.database.run(
			'INSERT INTO email_receipts (agent_id, operation, key, digest, reply) VALUES (?, ?, ?, ?, ?)',
			agentId,
			operation,
			key,
			digest,
			JSON.stringify(reply),
		);
	}
}
