import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import type { WaitView } from '../../gateway/gateway-responses';
import { simplifiedTask } from '../items/simplified-task';
import { withLinks } from '../items/task-item';
import { downloadTaskFile } from './output-files';
import type { Presentation } from './presentation';
import { type AwaitedItem, type Ending, endingsOf } from './wait-outputs';

interface Awaited {
	items: readonly AwaitedItem[];
	presentation: Presentation;
}

/**
 * The node's two outputs: an item for each input item, with its task's view and its file.
 * @param wait undefined if no task was started
 * @throws NodeApiError if the gateway does not respond to the download of a file
 */
export async function finished(
	context: IExecuteFunctions | IWebhookFunctions,
	wait: WaitView | undefined,
	{ items, presentation }: Awaited,
): Promise<[done: INodeExecutionData[], notDone: INodeExecutionData[]]> {
	const outputs: [INodeExecutionData[], INodeExecutionData[]] = [[], []];
	for (const ending of endingsOf(wait, items)) {
		outputs[isDone(ending, presentation) ? 0 : 1].push(await outputItem(context, ending, presentation));
	}
	return outputs;
}

function isDone({ view }: Ending, { partialSuccess }: Presentation): boolean {
	return view['succeeded'] === true || (partialSuccess && view['outcome'] === 'partly_failed');
}

/** Contains the input item as `item`, because n8n cannot always pair items after a wait (pairing.ts). */
async function outputItem(
	context: IExecuteFunctions | IWebhookFunctions,
	{ view, index, json }: Ending,
	{ simplify, file }: Presentation,
): Promise<INodeExecutionData> {
	const linked = view['id'] === null ? view : await withLinks(context, view);
	const shown = simplify ? simplifiedTask(linked) : linked;
	const item = { item: { index, json } };
	const downloaded = file === null ? undefined : await downloadTaskFile(context, view, file);
	const pairedItem = { item: index };
	if (downloaded === undefined) return { json: { ...shown, ...item }, pairedItem };
	if ('binary' in downloaded) return { json: { ...shown, ...item }, binary: downloaded.binary, pairedItem };
	return { json: { ...shown, notDownloaded: downloaded.reason, ...item }, pairedItem };
}
