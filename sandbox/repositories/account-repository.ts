import { z } from 'zod';
import { PLAN_IDS, type PlanId } from '../account/plans';
import type { SqlDatabase } from '../database/sql-database';

const accountRow = z.object({ plan: z.enum(PLAN_IDS), messageCredits: z.number().nullable() });

export type StoredAccount = z.infer<typeof accountRow>;

/** The one account of a sandbox, and its use of message credits month by month. */
export class AccountRepository {
	constructor(private readonly database: SqlDatabase) {}

	read(): StoredAccount {
		const sql = 'SELECT plan, message_credits AS messageCredits FROM account';
		const account = this.database.get(accountRow, sql);
		if (!account) throw new Error('The account is missing from the database.');
		return account;
	}

	setPlan(plan: PlanId): void {
		this.database.run('UPDATE account SET plan = ?', plan);
	}

	/** @param credits a month; null: as many as the plan has */
	setMessageCredits(credits: number | null): void {
		this.database.run('UPDATE account SET message_credits = ?', credits);
	}

	/** @param month YYYY-MM */
	creditsUsed(month: string): number {
		const sql = 'SELECT used FROM credit_use WHERE month = ?';
		return this.database.get(z.object({ used: z.number() }), sql, month)?.used ?? 0;
	}

	setCreditsUsed(month: string, used: number): void {
		this.database.run(
			'INSERT INTO credit_use (month, used) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET used = ?2',
			month,
			used,
		);
	}
}
