import { CancelledFailure } from '@temporalio/common';
import { CancellationScope, makeContinueAsNewFunc, workflowInfo } from '@temporalio/workflow';
import type { Timing } from './timing';

/** Settings that are frozen when a task starts, so a change of the configuration does not affect running tasks. */
export interface FrozenSettings extends CallerLimits {
	/** Version of the worker's key that derives the idempotency keys of the steps. */
	keyVersion: string;
	/** `timing.settleMs`: how long the effect of an uncertain write may take to show, before each look. In milliseconds. */
	settleMs: number;
	/** Default: `TIMING`. */
	timing?: Partial<Timing>;
}

/**
 * What the task of a bound caller may see and use, whoever retries it and whichever task it starts. Null or absent: all.
 * Only the gateway sets it, from the caller's token.
 */
export interface CallerLimits {
	/** The connections that a task for others may act on. */
	allowed?: readonly string[] | null | undefined;
	/** What it may use beside them. */
	uses?: FrozenUses | null | undefined;
}

export interface FrozenUses {
	/** Those of `knowledge.hosts` that may be private. */
	knowledgeHosts: readonly string[];
}

/** The first argument of every task's workflow. */
export interface TaskArgs<Input> {
	input: Input;
	frozen: FrozenSettings;
}

/**
 * Continues as new. Call it only if the arguments hold the whole state and no activity or child runs. It passes the
 * current memo and search attributes, because by default Temporal's SDK takes those of the start of this history.
 * @param args of the workflow function, which its signature must take
 * @throws a cancellation if the task was cancelled: the new history would not know about it; or `result_too_large`
 */
export async function continueTaskAsNew(...args: unknown[]): Promise<never> {
	throwIfCancelled();
	const { memo, typedSearchAttributes } = workflowInfo();
	const options = { typedSearchAttributes, ...(memo === undefined ? {} : { memo }) };
	return makeContinueAsNewFunc<(...all: unknown[]) => Promise<unknown>>(options)(...args);
}

/** @throws a cancellation if the task was cancelled or its deadline has passed */
export function throwIfCancelled(): void {
	if (CancellationScope.current().consideredCancelled) throw new CancelledFailure('The task was asked to stop.');
}
