import type { Workflow } from '@temporalio/common';
import { continueAsNew } from '@temporalio/workflow';
import { stopIfAsked } from './stop-if-asked';

/**
 * Goes on in a new history. Call it only where the arguments say all and nothing is under way.
 * @throws a cancellation when the task was asked to stop: the new history would know nothing of that
 */
export async function beginNewHistory<Continued extends Workflow>(...args: Parameters<Continued>): Promise<never> {
	stopIfAsked();
	return continueAsNew<Continued>(...args);
}
