import type { Account } from '../../account/account';
import { describeUsage, type TrainingLimits } from '../../account/usage';
import type { Implementation } from '../../operations/answer';
import { implement } from '../../operations/implement';
import type { Repositories } from '../../database/repositories';

/** /usage */
export function usageRoutes(account: Account, limits: TrainingLimits, repositories: Repositories): Implementation[] {
	return [implement('getUsage', () => describeUsage(account, limits, repositories))];
}
