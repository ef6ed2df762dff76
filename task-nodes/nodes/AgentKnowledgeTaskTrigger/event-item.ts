import { jsonParse } from 'n8n-workflow';
import type { IDataObject } from 'n8n-workflow';
import { isRecord, textOf } from '../gateway/gateway-responses';

export interface EventMessage {
	isSample: boolean;
	item: IDataObject;
}

/** A version of the worker's own keys, of no use in a flow. */
const INTERNAL = 'keyVersion';

/** A test of the connection. */
const PING = 'ping';

/**
 * The item with which a flow begins: `event`, `at`, `task`, and the fields of the event. An event of a newer gateway
 * keeps all its fields, and has no `task` if the gateway sends none.
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
