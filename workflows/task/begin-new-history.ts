import { makeContinueAsNewFunc, workflowInfo } from '@temporalio/workflow';
import { stopIfAsked } from './stop-if-asked';

/**
 * Goes on in a new history. Call it only where the arguments say all and nothing is under way. Memo and search attributes
 * go with it as they are now: left out, Temporal's SDK takes those that this history began with.
 * @param args of the workflow function, which its signature must take
 * @throws a cancellation when the task was asked to stop: the new history would know nothing of that
 */
export async function beginNewHistory(...args: unknown[]): Promise<never> {
	stopIfAsked();
	const { memo, typedSearchAttributes } = workflowInfo();
	const options = { typedSearchAttributes, ...(memo === undefined ? {} : { memo }) };
	return makeContinueAsNewFunc<(...all: unknown[]) => Promise<unknown>>(options)(...args);
}
