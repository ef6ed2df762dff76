import { z } from 'zod';
import { jsonColumn } from '../database/json-column';
import type { SqlDatabase } from '../database/sql-database';

const receivedMailRow = z.object({
	id: z.number(),
	messageId: z.string(),
	mailFrom: z.string(),
	rcptTo: jsonColumn(z.array(z.string())),
	subject: z.string(),
	text: z.string(),
	receivedAt: z.string(),
});

export type ReceivedMail = z.output<typeof receivedMailRow>;

const COLUMNS =
	'id, header_id AS messageId, mail_from AS mailFrom, rcpt_to AS rcptTo, subject, text, received_at AS receivedAt';

/** Everything the sandbox's own mail server took. */
export class ReceivedMailRepository {
	constructor(private readonly database: SqlDatabase) {}

	/** Newest first. */
	list(filter: { to?: string; messageId?: string }, limit: number, offset: number): ReceivedMail[] {
		return this.database.all(
			receivedMailRow,
			`SELECT ${COLUMNS} FROM received_mail
			WHERE (?1 IS NULL OR EXISTS (SELECT 1 FROM json_each(rcpt_to) WHERE lower(value) = lower(?1)))
				AND (?2 IS NULL OR header_id = ?2)
			ORDER BY id DESC LIMIT ?3 OFFSET ?4`,
			filter.to ?? null,
			filter.messageId ?? null,
			limit,
			offset,
		);
	}

	find(id: number): ReceivedMail | undefined {
		return this.database.get(receivedMailRow, `SELECT ${COLUMNS} FROM received_mail WHERE id = ?`, id);
	}

	/** The message as it came. */
	raw(id: number): Buffer | undefined {
		const found = this.database.get(z.object({ raw: z.string() }), 'SELECT raw FROM received_mail WHERE id = ?', id);
		return found && Buffer.from(found.raw, 'base64');
	}

	/** The addresses that a message was taken for. @param headerId its Message-ID */
	recipientsOf(headerId: string): string[] {
		const sql = 'SELECT value FROM received_mail, json_each(rcpt_to) WHERE header_id = ?';
		return this.database.all(z.object({ value: z.string() }), sql, headerId).map(({ value }) => value);
	}

	insert(mail: Omit<ReceivedMail, 'id'> & { raw: Buffer }): void {
		this.database.run(
			`INSERT INTO received_mail (header_id, mail_from, rcpt_to, subject, text, raw, received_at)
			VALUES (?, ?, ?, ?, ?, ?, ?)`,
			mail.messageId,
			mail.mailFrom,
			JSON.stringify(mail.rcptTo),
			mail.subject,
			mail.text,
			mail.raw.toString('base64'),
			mail.receivedAt,
		);
	}
}
