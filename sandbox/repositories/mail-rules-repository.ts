import { z } from 'zod';
import type { SqlDatabase } from '../database/sql-database';

const mailRuleRow = z.object({
	id: z.number(),
	address: z.string(),
	outcome: z.enum(['bounced', 'deferred']),
	reason: z.string(),
	remaining: z.number().nullable(),
});

export type MailRule = z.infer<typeof mailRuleRow>;

const COLUMNS = 'id, address, outcome, reason, remaining';

/** How the sandbox's own mail server answers to certain addresses. */
export class MailRulesRepository {
	constructor(private readonly database: SqlDatabase) {}

	/** Oldest first. */
	all(): MailRule[] {
		return this.database.all(mailRuleRow, `SELECT ${COLUMNS} FROM mail_rules ORDER BY id`);
	}

	/** The newest rule for an address, used up by one. */
	takeFor(address: string): MailRule | undefined {
		return this.database.transaction(() => {
			const rule = this.database.get(
				mailRuleRow,
				`SELECT ${COLUMNS} FROM mail_rules
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
