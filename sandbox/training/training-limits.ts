import type { Account } from '../account/account';
import type { Settings } from '../runtime/settings';

/** What an account may train: as its plan says, or as is set. */
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
