import { proxyActivities } from '@temporalio/workflow';
import type { ExecutionActivities, ExecutionState } from './activities';

const { lookAtExecution } = proxyActivities<ExecutionActivities>({
	startToCloseTimeout: '20 seconds',
	retry: { maximumAttempts: 1 },
});

/**
 * Looks for the gateway whether the execution of a wait still stands. It is not a task: without search attributes it is
 * in no list of tasks.
 */
export async function lookAtWait(callbackUrl: string): Promise<ExecutionState> {
	return lookAtExecution(callbackUrl);
}
