import { CancelledFailure } from '@temporalio/common';
import { CancellationScope } from '@temporalio/workflow';

/** @throws a cancellation when the task was asked to stop, or its time is over */
export function stopIfAsked(): void {
	if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('The task was asked to stop.');
}
