import type { IDataObject } from 'n8n-workflow';
import { defaultKey } from './default-key';
import { filled } from './filled';
import type { ItemRun } from './operation';

/**
 * The body of a write that carries a key: what is sent is settled with its key before the first attempt, and n8n's
 * retries send the same again, whatever an expression yields by then.
 * @param key the user's own, which wins over the default one
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
