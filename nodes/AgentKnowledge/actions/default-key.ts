import type { IExecuteFunctions } from 'n8n-workflow';
import { runIndexOf } from './journal';

/**
 * The key of an item if the user gives none. n8n's "Retry On Fail" gets the same key. It contains:
 * - the run index, because in a loop every pass has an item 0;
 * - the instance, because copies of a flow in two instances have the same ids;
 * - the start of the execution, because ids of executions repeat after a loss or restore of n8n's database
 *   (docs/decisions/default-keys-have-the-start.md).
 */
export function defaultKey(context: IExecuteFunctions, itemIndex: number): string {
	return [
		'n8n',
		context.getInstanceId().slice(0, 16),
		context.getWorkflow().id,
		context.getExecutionId(),
		context.getExecutionContext()?.establishedAt,
		context.getNode().id,
		runIndexOf(context),
		itemIndex,
	].join('/');
}
