import type { IExecuteFunctions } from 'n8n-workflow';
import { runIndexOf } from './journal';

/**
 * The key of an item's one intention when the user gives none: n8n's "Retry On Fail" meets the same one again. The
 * run index is in it because in a loop every pass has item 0, and the instance because copies of a flow in two
 * instances have the same ids. An execution's number comes again when n8n's database is lost or restored, so its start
 * is in it too (docs/decisions/default-keys-have-the-start.md).
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
