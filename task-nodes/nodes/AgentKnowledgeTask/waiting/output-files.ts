import { NodeApiError } from 'n8n-workflow';
import type { IBinaryData, IDataObject, IExecuteFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { openTaskFile } from '../../gateway/files';
import { asNodeError } from '../../gateway/gateway-errors';
import { isRecord, textOf } from '../../gateway/gateway-responses';

export const outputField = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	hint: 'The name of the output binary field to put the file in',
	description: 'The field of the output item that holds the file',
} as const satisfies INodeProperties;

/** Only a node that waits can have the file. */
export const fileFields = [{ ...outputField, displayOptions: { show: { waitForEnd: [true] } } }];

export const largestFile = {
	displayName: 'Largest File (MB)',
	name: 'largestFile',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 50,
	description: 'A larger file is not downloaded. The item then has its link and the reason.',
} as const satisfies INodeProperties;

/** Not made yet, missing or expired: a retry would not help. */
const NO_FILE = new Set(['404', '409', '410']);

/** Puts the content of a task's file into n8n's store of binary data. */
export type StoreFile = (
	context: IExecuteFunctions | IWebhookFunctions,
	taskId: string,
	name: string,
	contentType: string,
) => Promise<IBinaryData>;

export type Downloaded = { binary: Record<string, IBinaryData> } | { reason: string };

/**
 * Streams the file of a task from the gateway into n8n's store of binary data.
 * @returns undefined if the task has no file; the reason if the file stays where it is
 * @throws NodeApiError if the gateway does not respond
 */
export async function downloadTaskFile(
	context: IExecuteFunctions | IWebhookFunctions,
	task: IDataObject,
	{ field, largestBytes }: { field: string; largestBytes: number },
	store: StoreFile = storeFile,
): Promise<Downloaded | undefined> {
	const result = isRecord(task['result']) ? task['result'] : {};
	if (!isRecord(result['file'])) return undefined;
	const { name, bytes, link, contentType } = result['file'];
	if (textOf(link) === '') return { reason: placeOf(result['bucket']) };
	if (Number(bytes) > largestBytes) {
		const sizes = `${megabytes(Number(bytes))} MB. Largest File (MB) under Options allows ${megabytes(largestBytes)}`;
		return { reason: `The file has ${sizes}. Download it from its link with a token of the gateway.` };
	}
	const storing = store(context, textOf(task['id']), textOf(name), textOf(contentType));
	const [stored] = await Promise.allSettled([storing]);
	if (stored.status === 'fulfilled') return { binary: { [field]: stored.value } };
	const error = asNodeError(stored.reason, { node: context.getNode() });
	if (!(error instanceof NodeApiError) || !NO_FILE.has(error.httpCode ?? '')) throw error;
	return { reason: [error.message, error.description].filter(Boolean).join('\n') };
}

/**
 * Streams a file by its name.
 * @throws NodeApiError in the words of the gateway
 */
export async function storeFile(
	context: IExecuteFunctions | IWebhookFunctions,
	taskId: string,
	name: string,
	contentType: string,
	itemIndex = 0,
): Promise<IBinaryData> {
	return await storeContent(context, await openTaskFile(context, taskId, name, itemIndex), name, contentType);
}

/** n8n's types hide that a webhook has the same helpers as an execution. */
export async function storeContent(
	context: IExecuteFunctions | IWebhookFunctions,
	content: Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0],
	name: string,
	contentType: string,
): Promise<IBinaryData> {
	const helpers = context.helpers as IExecuteFunctions['helpers'];
	// n8n's own nodes compare the type alone, so it comes without its charset.
	const [mediaType = ''] = contentType.split(';');
	return await helpers.prepareBinaryData(content, name, mediaType.trim() || undefined);
}

function placeOf(bucket: unknown): string {
	if (!isRecord(bucket)) return 'The gateway does not keep the file.';
	return `The file is in the bucket "${textOf(bucket['name'])}" as ${textOf(bucket['key'])}.`;
}

function megabytes(bytes: number): string {
	return (bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, '');
}
