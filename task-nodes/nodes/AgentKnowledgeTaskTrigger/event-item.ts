import { jsonParse } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { isRecord, textOf } from '../gateway/gateway-responses';

/** What a message says, once its signature is verified. */
export interface EventMessage {
	isSample: boolean;
	item: IDataObject;
}

/** Of no use in a flow: a version of the worker's own keys. */
const INTERNAL = 'keyVersion';

/** A test of the connection. */
const PING = 'ping';

/**
 * The item that a flow begins with: the fields of the event beside `event`, `at` and `task`. An event of a newer gateway
 * comes with all its fields, and without `task` if it has none.
 * @returns null for a message that is no event, such as a ping
 */
export function readEvent(eventId: string, rawBody: Buffer): EventMessage | null {
	const message = jsonParse<unknown>(rawBody.toString('utf8'), { fallbackValue: null });
	if (!isRecord(message) || !isRecord(message['data'])) return null;
	const event = textOf(message['type']);
	if (event === '' || event === PING) return null;
	const { task, ...data } = message['data'];
	const fields = Object.fromEntries(Object.entries(data).filter(([name]) => name !== INTERNAL));
	const isSample = message['sample'] === true;
	const item = {
		event,
		eventId,
		at: textOf(message['timestamp']),
		isSample,
		...(isRecord(task) && { task }),
		...fields,
	};
	return { isSample, item };
}
