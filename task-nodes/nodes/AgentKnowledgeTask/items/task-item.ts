import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { gatewayUrl } from '../../gateway/gateway-context';
import { isRecord, textOf } from '../../gateway/gateway-responses';
import { simplifiedTask, simplify } from '../fields/simplify';
import { FieldReader } from '../fields/field-reader';

/**
 * A task with links that work in a browser: its page at the gateway, and its file. Both ask for a token of the gateway.
 * @param more further links
 */
export async function withLinks(
	context: IExecuteFunctions | IWebhookFunctions,
	task: IDataObject,
	more: Record<string, string> = {},
): Promise<IDataObject> {
	const url = await gatewayUrl(context);
	const links = isRecord(task['links']) ? task['links'] : {};
	return { ...task, links: { ...links, ...pagesOf(url, task), ...fileLink(url, task), ...more } };
}

/** The gateway's page of the task, and of its review while it can have one. */
export function pagesOf(url: string, { id, type, status }: IDataObject): { page: string; review?: string } {
	const name = encodeURIComponent(textOf(id));
	const page = `${url}/tasks#task=${name}`;
	return type === REVIEWED && status === 'running' ? { page, review: `${url}/tasks#review=${name}` } : { page };
}

/** Tasks of this type ask a person. */
const REVIEWED = 'email-send-with-review';

function fileLink(url: string, { result }: IDataObject): { file?: string } {
	const file = isRecord(result) && isRecord(result['file']) ? result['file'] : {};
	const link = textOf(file['link']);
	return link === '' ? {} : { file: `${url}${link}` };
}

/** The task of an item, simplified unless the builder wants all of it. */
export async function shownTask(
	context: IExecuteFunctions,
	task: IDataObject,
	itemIndex: number,
): Promise<IDataObject> {
	const linked = await withLinks(context, task);
	return wantsSimple(context, itemIndex) ? simplifiedTask(linked) : linked;
}

export function wantsSimple(context: IExecuteFunctions, itemIndex: number): boolean {
	return new FieldReader(context, itemIndex).flag(simplify);
}
