import type { Account } from '../../account/account';
import { describeUsage } from '../../account/describe-usage';
import type { Implementation } from '../../operations/answer';
import { implement } from '../../operations/implement';
import type { Repositories } from '../../database/repositories';
import type { TrainingLimits } from '../../training/training-limits';

/** /usage */
export function usageRoutes(account: Account, limits: TrainingLimits, repositories: Repositories): Implementation[] {
	return [implement('getUsage', () => describeUsage(account, limits, repositories))];
}
