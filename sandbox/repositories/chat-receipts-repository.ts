import { z } from 'zod';
import { chatReplySchema, locationSchema } from '../../api';
import { jsonColumn } from '../database/json-column';
import type { SqlDatabase } from '../database/sql-database';

const receiptRow = z.object({
	conversationId: z.string(),
	message: z.string(),
	location: jsonColumn(locationSchema).nullable(),
	reply: jsonColumn(chatReplySchema),
});

export type ChatReceipt = z.output<typeof receiptRow>;

/** Answers to messages that came with a clientMessageId. */
export class ChatReceiptsRepository {
	constructor(private readonly database: SqlDatabase) {}

	find(agentId: string, clientMessageId: string): ChatReceipt | undefined {
		return this.database.get(
			receiptRow,
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
