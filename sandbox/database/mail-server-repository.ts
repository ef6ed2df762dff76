import { z } from 'zod';
import { jsonColumn, type SqlDatabase } from './sql-database';

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

/** All mail that the sandbox's own mail server accepted. */
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

	/** The message as it was received. */
	raw(id: number): Buffer | undefined {
		const found = this.database.get(z.object({ raw: z.string() }), 'SELECT raw FROM received_mail WHERE id = ?', id);
		return found && Buffer.from(found.raw, 'base64');
	}

	/** The addresses that a message was accepted for. @param headerId its Message-ID */
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

const mailRuleRow = z.object({
	id: z.number(),
	address: z.string(),
	outcome: z.enum(['bounced', 'deferred']),
	reason: z.string(),
	remaining: z.number().nullable(),
});

type MailRule = z.infer<typeof mailRuleRow>;

const RULE_COLUMNS = 'id, address, outcome, reason, remaining';

/** How the sandbox's own mail server responds to certain addresses. */
export class MailRulesRepository {
	constructor(private readonly database: SqlDatabase) {}

	/** Oldest first. */
	all(): MailRule[] {
		return this.database.all(mailRuleRow, `SELECT ${RULE_COLUMNS} FROM mail_rules ORDER BY id`);
	}

	/** Finds the newest rule for an address and counts it as used once. */
	takeFor(address: string): MailRule | undefined {
		return this.database.transaction(() => {
			const rule = this.database.get(
				mailRuleRow,
				`SELECT ${RULE_COLUMNS} FROM mail_rules
				WHERE lower(CASE WHEN address LIKE '@%' THEN substr(?1, instr(?1, '@')) ELSE ?1 END) = lower(address)
					AND (remaining IS NULL OR remaining > 0)
				ORDER BY id DESC LIMIT 1`,
				address,
			);
			if (rule) this.database.run('UPDATE mail_rules SET remaining = remaining - 1 WHERE id = ?', rule.id);
			return rule;
		});
	}

	insert(rule: Omit<MailRule, 'id'>): MailRule {
		const { id } = this.database.run(
			'INSERT INTO mail_rules (address, outcome, reason, remaining) VALUES (?, ?, ?, ?)',
			rule.address,
			rule.outcome,
			rule.reason,
			rule.remaining,
		);
		return { id, ...rule };
	}

	clear(): void {
		this.database.run('DELETE FROM mail_rules');
	}
}
