import { z } from 'zod';
import { chatReplySchema, locationSchema } from '../../api';
import { jsonColumn, type SqlDatabase } from './sql-database';

const chatReceiptRow = z.object({
	conversationId: z.string(),
	message: z.string(),
	location: jsonColumn(locationSchema).nullable(),
	reply: jsonColumn(chatReplySchema),
});

type ChatReceipt = z.output<typeof chatReceiptRow>;

/** Replies to messages with a clientMessageId. */
export class ChatReceiptsRepository {
	constructor(private readonly database: SqlDatabase) {}

	find(agentId: string, clientMessageId: string): ChatReceipt | undefined {
		return this.database.get(
			chatReceiptRow,
			`SELECT conversation_id AS conversationId, message, location, reply FROM chat_receipts
			WHERE agent_id = ? AND client_message_id = ?`,
			agentId,
			clientMessageId,
		);
	}

	insert(agentId: string, clientMessageId: string, receipt: ChatReceipt): void {
		this.database.run(
			`INSERT INTO chat_receipts (agent_id, client_message_id, conversation_id, message, location, reply)
			VALUES (?, ?, ?, ?, ?, ?)`,
			agentId,
			clientMessageId,
			receipt.conversationId,
			receipt.message,
			receipt.location && JSON.stringify(receipt.location),
			JSON.stringify(receipt.reply),
		);
	}
}

const emailReceiptRow = z.object({ digest: z.string(), reply: jsonColumn(z.record(z.string(), z.string())) });

export type Receipt = z.output<typeof emailReceiptRow>;

/** The stored response for an idempotency key. */
export class EmailReceiptsRepository {
	constructor(private readonly database: SqlDatabase) {}

	find(agentId: string, operation: string, key: string): Receipt | undefined {
		const sql = 'SELECT digest, reply FROM email_receipts WHERE agent_id = ? AND operation = ? AND key = ?';
		return this.database.get(emailReceiptRow, sql, agentId, operation, key);
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
