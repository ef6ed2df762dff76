import { ActivityFailure, ApplicationFailure, RetryState } from '@temporalio/common';
import { isCancellation } from '@temporalio/workflow';

/**
 * Whether work ended because it was cancelled. An attempt that was under way then and failed for now, such as one that
 * found nothing new, is not tried again for that reason alone: its failure is not the task's.
 */
export function wasCancelled(error: unknown): boolean {
	if (isCancellation(error)) return true;
	if (!(error instanceof ActivityFailure) || error.retryState !== RetryState.CANCEL_REQUESTED) return false;
	return !(error.cause instanceof ApplicationFailure && error.cause.nonRetryable === true);
}
