import { LIMITS, type Usage } from '../../api';
import type { Repositories } from '../database/repositories';
import type { TrainingLimits } from '../training/training-limits';
import type { Account } from './account';

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

/** The first moment of this month, or of one that many later, in UTC. */
function monthStart(now: Date, later: number): string {
	return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later)).toISOString();
}
