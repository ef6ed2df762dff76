import { CancellationScope, ContinueAsNew } from '@temporalio/workflow';

/** Discards what the task has stored if it fails or is cancelled, and not if it continues as new. */
export async function discardingOnFailure<Result>(
	discard: () => Promise<void>,
	body: () => Promise<Result>,
): Promise<Result> {
	try {
		return await body();
	} catch (error) {
		if (!(error instanceof ContinueAsNew)) {
			await CancellationScope.nonCancellable(discard);
		}
		throw error;
	}
}
