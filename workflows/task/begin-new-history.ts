import { CancelledFailure, type Workflow } from '@temporalio/common';
import { CancellationScope, continueAsNew } from '@temporalio/workflow';

/**
 * Goes on in a new history. Call it only where the arguments say all and nothing is under way.
 * @throws a cancellation when the task was asked to stop: the new history would know nothing of that
 */
export async function beginNewHistory<Continued extends Workflow>(...args: Parameters<Continued>): Promise<never> {
	if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('The task was asked to stop.');
	return continueAsNew<Continued>(...args);
}
