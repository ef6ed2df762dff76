import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * The default idempotency key of an item. n8n's "Retry on fail" meets the same key again. The run index is in it because
 * in a loop every pass has item 0, and the instance because copies of a flow in two instances have the same ids.
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
 * The execution's id, told apart from those of other n8n instances at the same gateway, and by its start from those that
 * have the same id after a loss or a restore of n8n's database (docs/decisions/default-keys-have-the-start.md).
 */
export function ownExecution(context: IExecuteFunctions): string {
	const start = context.getExecutionContext()?.establishedAt;
	return [context.getInstanceId().slice(0, 16), context.getExecutionId(), start].join(':');
}

/** 0 in the first pass of a loop. */
export function runIndex(context: IExecuteFunctions): number {
	return Number(context.evaluateExpression('{{ $runIndex }}', 0));
}
