import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { gatewayUrl } from '../../gateway/gateway-context';
import { isRecord, textOf } from '../../gateway/gateway-responses';
import { FieldReader } from '../fields/field-reader';
import { simplify } from '../fields/simplify';
import { simplifiedTask } from './simplified-task';

/**
 * A task with links for a browser: its page at the gateway, and its file. Both need a token of the gateway.
 * @param more further links. A flow may branch on `review`, so only a review that is open has this link
 */
export async function withLinks(
	context: IExecuteFunctions | IWebhookFunctions,
	task: IDataObject,
	more: Record<string, string> = {},
): Promise<IDataObject> {
	const url = await gatewayUrl(context);
	const links = isRecord(task['links']) ? task['links'] : {};
	return { ...task, links: { ...links, page: taskPage(url, task), ...fileLink(url, task), ...more } };
}

/** The task's address on the gateway's page of tasks. */
export function taskPage(url: string, { id }: IDataObject): string {
	return `${url}/tasks#task=${encodeURIComponent(textOf(id))}`;
}

function fileLink(url: string, { result }: IDataObject): { file?: string } {
	const file = isRecord(result) && isRecord(result['file']) ? result['file'] : {};
	const link = textOf(file['link']);
	return link === '' ? {} : { file: `${url}${link}` };
}

/** The task of an item. Simplified, unless the builder chose otherwise. @param more further links */
export async function shownTask(
	context: IExecuteFunctions,
	task: IDataObject,
	itemIndex: number,
	more: Record<string, string> = {},
): Promise<IDataObject> {
	const linked = await withLinks(context, task, more);
	return wantsSimple(context, itemIndex) ? simplifiedTask(linked) : linked;
}

export function wantsSimple(context: IExecuteFunctions, itemIndex: number): boolean {
	return new FieldReader(context, itemIndex).flag(simplify);
}
