import { z } from 'zod';
import type { SqlDatabase } from '../database/sql-database';
import { problems } from '../problems/problems';
import { type Plan, PLAN_IDS, type PlanId, PLANS } from './plans';

const accountRow = z.object({ plan: z.enum(PLAN_IDS), messageCredits: z.number().nullable() });

type StoredAccount = z.infer<typeof accountRow>;

/** The one account of a sandbox, and its use of message credits month by month. */
class AccountRepository {
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

	/** @param credits per month; null uses the number of the plan */
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

export interface Credits {
	/** Message credits of this calendar month (UTC). */
	limit: number;
	used: number;
	remaining: number;
}

export interface AccountChange {
	plan?: PlanId;
	/** Per month. If null, the number of the plan applies. */
	messageCredits?: number | null;
	/** Used in this month. */
	creditsUsed?: number;
}

/** Plan and message credits. In the real service the dashboard changes them, here the admin API does too. */
export class Account {
	private readonly repository: AccountRepository;

	constructor(private readonly database: SqlDatabase) {
		this.repository = new AccountRepository(database);
	}

	get plan(): Plan & { id: PlanId } {
		const id = this.repository.read().plan;
		return { id, ...PLANS[id] };
	}

	get credits(): Credits {
		const limit = this.repository.read().messageCredits ?? this.plan.messageCredits;
		const used = this.repository.creditsUsed(thisMonth());
		return { limit, used, remaining: Math.max(0, limit - used) };
	}

	/** @throws ApiProblem credits_exhausted */
	requireCredit(): void {
		if (this.credits.remaining === 0) throw problems.creditsExhausted(this.credits.limit);
	}

	/** Uses one credit. Call it inside the transaction that delivers the message. @throws ApiProblem credits_exhausted */
	spendCredit(): void {
		this.requireCredit();
		this.repository.setCreditsUsed(thisMonth(), this.credits.used + 1);
	}

	/** @throws ApiProblem plan_required, which names the plan */
	requireAdvancedAnalytics(): void {
		if (!this.plan.advancedAnalytics) throw problems.advancedAnalyticsNeeded(this.plan.name, FIRST_WITH_ANALYTICS);
	}

	change({ plan, messageCredits, creditsUsed }: AccountChange): void {
		this.database.transaction(() => {
			if (plan !== undefined) this.repository.setPlan(plan);
			if (messageCredits !== undefined) this.repository.setMessageCredits(messageCredits);
			if (creditsUsed !== undefined) this.repository.setCreditsUsed(thisMonth(), creditsUsed);
		});
	}

	/** What the admin API shows. */
	describe() {
		return { plan: this.plan, messageCredits: this.credits };
	}
}

/** YYYY-MM in UTC. */
function thisMonth(): string {
	return new Date().toISOString().slice(0, 7);
}

/** The smallest plan with advanced analytics. */
const FIRST_WITH_ANALYTICS = Object.values(PLANS).find((plan) => plan.advancedAnalytics)?.name ?? 'Business';
