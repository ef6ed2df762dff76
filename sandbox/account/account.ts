import type { SqlDatabase } from '../database/sql-database';
import type { AccountRepository } from '../repositories/account-repository';
import { accountProblems } from './account-problems';
import { type Plan, PLANS, type PlanId } from './plans';

export interface Credits {
	/** Message credits of this calendar month (UTC). */
	limit: number;
	used: number;
	remaining: number;
}

export interface AccountChange {
	plan?: PlanId;
	/** A month; null: as many as the plan has. */
	messageCredits?: number | null;
	/** In this month. */
	creditsUsed?: number;
}

/** Plan and message credits. Changed in the dashboard; here by the admin API. */
export class Account {
	constructor(
		private readonly database: SqlDatabase,
		private readonly repository: AccountRepository,
	) {}

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
		if (this.credits.remaining === 0) throw accountProblems.creditsExhausted(this.credits.limit);
	}

	/** Uses one credit. Call it inside the transaction that delivers the message. @throws ApiProblem credits_exhausted */
	spendCredit(): void {
		this.requireCredit();
		this.repository.setCreditsUsed(thisMonth(), this.credits.used + 1);
	}

	/** @throws ApiProblem plan_required, which names the plan */
	requireAdvancedAnalytics(): void {
		if (!this.plan.advancedAnalytics) throw accountProblems.advancedAnalyticsNeeded(this.plan.name);
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
