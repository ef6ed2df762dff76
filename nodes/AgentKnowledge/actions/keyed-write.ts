import type { IDataObject } from 'n8n-workflow';
import { defaultKey } from './default-key';
import { filled } from './filled';
import type { ItemRun } from './operation';

/**
 * The body of a write with a key. The journal keeps it before the first attempt, so n8n's retries send the same body,
 * whatever an expression yields by then.
 * @param key the user's own. Default: see `defaultKey`
 */
export function keyedBody(
	{ context, journal, itemIndex }: ItemRun,
	keyField: 'clientMessageId' | 'idempotencyKey',
	key: string | undefined,
	fields: IDataObject,
): IDataObject {
	const body = filled({ ...fields, [keyField]: key?.trim() || defaultKey(context, itemIndex) });
	return journal.freeze(itemIndex, body);
}
