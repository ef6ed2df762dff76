import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * The default idempotency key of an item. n8n's "Retry on fail" gets the same key. It contains the run index, because
 * every pass of a loop has an item 0.
 */
export function executionKey(context: IExecuteFunctions, itemIndex: number): string {
	return [
		'n8n',
		ownExecution(context),
		context.getWorkflow().id,
		context.getNode().id,
		runIndex(context),
		itemIndex,
	].join('/');
}

/**
 * Identifies the execution at the gateway. It contains:
 * - the instance, because copies of a flow in two instances have the same ids;
 * - the start, because ids repeat after a loss or restore of n8n's database
 *   (docs/decisions/default-keys-have-the-start.md).
 */
export function ownExecution(context: IExecuteFunctions): string {
	const start = context.getExecutionContext()?.establishedAt;
	return [context.getInstanceId().slice(0, 16), context.getExecutionId(), start].join(':');
}

/** 0 in the first pass of a loop. */
export function runIndex(context: IExecuteFunctions): number {
	return Number(context.evaluateExpression('{{ $runIndex }}', 0));
}
