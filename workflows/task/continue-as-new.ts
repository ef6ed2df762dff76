import { CancelledFailure } from '@temporalio/common';
import { CancellationScope, makeContinueAsNewFunc, workflowInfo } from '@temporalio/workflow';

/** What is frozen with a task when it starts, so that a change of settings changes nothing under way. */
export interface FrozenSettings {
	/** Version of the key that idempotency keys of steps are made with. */
	keyVersion: string;
	/** How long an uncertain effect is given to show, in milliseconds. */
	settleMs: number;
}

/** The first argument of every task's workflow. */
export interface TaskArgs<Input> {
	input: Input;
	frozen: FrozenSettings;
}

/**
 * Goes on in a new history. Call it only where the arguments say all and nothing is under way. Memo and search attributes
 * go with it as they are now: left out, Temporal's SDK takes those that this history began with.
 * @param args of the workflow function, which its signature must take
 * @throws a cancellation when the task was asked to stop: the new history would know nothing of that
 */
export async function continueTaskAsNew(...args: unknown[]): Promise<never> {
	stopIfAsked();
	const { memo, typedSearchAttributes } = workflowInfo();
	const options = { typedSearchAttributes, ...(memo === undefined ? {} : { memo }) };
	return makeContinueAsNewFunc<(...all: unknown[]) => Promise<unknown>>(options)(...args);
}

/** @throws a cancellation when the task was asked to stop, or its time is over */
export function stopIfAsked(): void {
	if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('The task was asked to stop.');
}
