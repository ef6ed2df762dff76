import type { IDataObject } from 'n8n-workflow';
import { ApiFailure, isSavedIndexedLater } from '../../transport/api-failure';
import type { ItemRun } from '../operation';

/**
 * A 503 of a Q&A change means that it is saved, and indexed later (specification, part 7). So it becomes a result, with
 * the service's words as a warning in the row and above the node's output.
 * @param change makes the change and its row
 * @param saved the row for a 503, which has none
 */
export async function withWarning(
	{ context, itemIndex }: ItemRun,
	change: () => Promise<IDataObject>,
	saved: () => IDataObject | Promise<IDataObject>,
): Promise<IDataObject[]> {
	const row = await change().catch(async (error: unknown) => {
		if (!(error instanceof ApiFailure) || error.fields.uncertain || !isSavedIndexedLater(error.fields)) throw error;
		const { title, detail } = error.fields;
		const warning = detail ?? title;
		context.addExecutionHints({ message: `Item ${itemIndex}: ${warning}`, type: 'warning', location: 'outputPane' });
		return { ...(await saved()), warning };
	});
	return [row];
}
