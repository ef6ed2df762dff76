import type { IDataObject } from 'n8n-workflow';
import type { ItemRun } from '../operation';
import { start } from '../parameters/text-form';
import { nameKey } from '../names';

/**
 * Warns if the service shows a new record under another name than the row: the next run would not find the record, and
 * add it again.
 * @param shown the name in the response
 */
export function withNameWarning(
	{ context, itemIndex }: ItemRun,
	record: IDataObject,
	{ shown, name }: { shown: unknown; name: string },
): IDataObject {
	if (typeof shown !== 'string' || nameKey(shown) === nameKey(name)) return record;
	const warning = `The service shows this as "${start(shown)}". Use these words in the row. Otherwise the next run creates it again.`;
	context.addExecutionHints({ message: `Item ${itemIndex}: ${warning}`, type: 'warning', location: 'outputPane' });
	return { ...record, warning };
}
