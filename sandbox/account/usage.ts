import { LIMITS, type Usage } from '../../api';
import type { Repositories } from '../database/repositories';
import type { Settings } from '../runtime/settings';
import type { Account } from './account';

/** How much an account may train. Default: the limits of the plan. */
export class TrainingLimits {
	constructor(
		private readonly account: Account,
		private readonly settings: Settings,
	) {}

	/** Training data of the account, in bytes. */
	get dataBytes(): number {
		const { trainingDataBytes } = this.settings.current;
		return trainingDataBytes === 'plan' ? this.account.plan.trainingDataBytes : trainingDataBytes;
	}

	/** Website pages of one run. */
	get pagesPerRetrain(): number {
		const { pagesPerRetrain } = this.settings.current;
		return pagesPerRetrain === 'plan' ? this.account.plan.pagesPerRetrain : pagesPerRetrain;
	}
}

/** Plan usage and message credits (specification, part 4; its fields are not shown, see docs/api-notes.md). */
export function describeUsage(account: Account, limits: TrainingLimits, repositories: Repositories): Usage {
	const { apiKeys, agents, sources } = repositories;
	const now = new Date();
	const { id, name } = account.plan;
	return {
		plan: { id, name },
		period: { startsAt: monthStart(now, 0), endsAt: monthStart(now, 1) },
		messageCredits: account.credits,
		trainingData: { limitBytes: limits.dataBytes, usedBytes: sources.totalBytes() },
		apiKeys: { limit: LIMITS.activeKeys, active: apiKeys.countActive(now.toISOString()) },
		agents: agents.page(null, 1, 0).total,
	};
}

/** The start of this month, or of a later one, in UTC. */
function monthStart(now: Date, later: number): string {
	return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later)).toISOString();
}
