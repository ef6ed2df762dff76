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

/**
 * The item that a flow begins with: the fields of the event beside `event`, `at` and `task`.
 * @returns null for a message that is no event of a task, such as a ping
 */
export function readEvent(eventId: string, rawBody: Buffer): EventMessage | null {
	const message = jsonParse<unknown>(rawBody.toString('utf8'), { fallbackValue: null });
	if (!isRecord(message) || !isRecord(message['data'])) return null;
	const { task, ...data } = message['data'];
	if (!isRecord(task)) return null;
	const fields = Object.fromEntries(Object.entries(data).filter(([name]) => name !== INTERNAL));
	const isSample = message['sample'] === true;
	const item = {
		event: textOf(message['type']),
		eventId,
		at: textOf(message['timestamp']),
		isSample,
		task,
		...fields,
	};
	return { isSample, item };
}
