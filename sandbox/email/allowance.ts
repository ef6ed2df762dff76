import type { Account } from '../account/account';
import type { Repositories } from '../database/repositories';
import { emailProblems } from './email-problems';

/** How many mailboxes the account may have, and how many addresses it may write to in a calendar month (UTC). */
export class EmailAllowance {
	constructor(
		private readonly account: Account,
		private readonly repositories: Pick<Repositories, 'mailboxes' | 'emailRecipients'>,
	) {}

	/** As in the list of mailboxes. What was cancelled is not used. */
	describe() {
		const { maxMailboxes, monthlyRecipients } = this.account.plan;
		return { maxMailboxes, monthlyRecipients, scope: 'account', period: 'month', used: this.used() };
	}

	/** @throws ApiProblem mailbox_limit_reached */
	requireMailbox(): void {
		const limit = this.account.plan.maxMailboxes;
		if (this.repositories.mailboxes.count() >= limit) throw emailProblems.mailboxLimitReached(limit);
	}

	/** @throws ApiProblem email_allowance_exhausted */
	requireRecipients(count: number): void {
		const limit = this.account.plan.monthlyRecipients;
		const used = this.used();
		if (used + count > limit) throw emailProblems.allowanceExhausted(limit, used, count);
	}

	private used(): number {
		const month = new Date().toISOString().slice(0, 7);
		return this.repositories.emailRecipients.countSince(`${month}-01T00:00:00.000Z`);
	}
}
