import type { IDataObject, IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import type { WaitView } from '../../gateway/gateway-responses';
import { simplifiedTask } from '../items/simplified-task';
import { withLinks } from '../items/task-item';
import type { AwaitedSet } from './awaited-set';
import { setOutputs } from './set-outputs';
import { type Downloaded, downloadTaskFile } from './output-files';
import type { Presentation } from './presentation';
import type { RememberedWait } from './wait-memory';
import { type Ending, endingsOf } from './wait-outputs';

type Awaited = Pick<RememberedWait, 'items' | 'presentation' | 'set'>;

/**
 * The node's two outputs: an item for each input item, with its task's view and its file.
 * @param wait undefined if no task was started
 * @throws NodeApiError if the gateway does not respond to the download of a file
 */
export async function finished(
	context: IExecuteFunctions | IWebhookFunctions,
	wait: WaitView | undefined,
	{ items, presentation, set }: Awaited,
): Promise<[done: INodeExecutionData[], notDone: INodeExecutionData[]]> {
	if (set !== undefined) return await finishedSet(context, endingsOf(wait, items), { presentation, set });
	return await bothOutputs(endingsOf(wait, items), presentation, async ({ view }) => ({
		task: view['id'] === null ? view : await withLinks(context, view),
		file: presentation.file === null ? undefined : await downloadTaskFile(context, view, presentation.file),
	}));
}

async function finishedSet(
	context: IExecuteFunctions | IWebhookFunctions,
	[ending]: readonly Ending[],
	{ presentation, set }: { presentation: Presentation; set: AwaitedSet },
): Promise<[done: INodeExecutionData[], notDone: INodeExecutionData[]]> {
	if (ending === undefined) return [[], []];
	const { view } = ending;
	const task = view['id'] === null ? view : await withLinks(context, view);
	const nodeName = context.getNode().name;
	return setOutputs({ task, isDone: isDone(ending, presentation), set, presentation, nodeName });
}

/** What an ended task shows. */
interface Shown {
	/** With links for a browser. */
	task: IDataObject;
	file: Downloaded | undefined;
	/** No task was started. */
	isSample?: true;
}

/** An item for each ending: the first output has those that did what was asked. */
export async function bothOutputs(
	endings: readonly Ending[],
	presentation: Presentation,
	show: (ending: Ending) => Promise<Shown>,
): Promise<[done: INodeExecutionData[], notDone: INodeExecutionData[]]> {
	const outputs: [INodeExecutionData[], INodeExecutionData[]] = [[], []];
	for (const ending of endings) {
		outputs[isDone(ending, presentation) ? 0 : 1].push(outputItem(ending, presentation, await show(ending)));
	}
	return outputs;
}

export function isDone({ view }: Ending, { partialSuccess }: Presentation): boolean {
	return view['succeeded'] === true || (partialSuccess && view['outcome'] === 'partly_failed');
}

/** Contains the input item as `item`, because n8n cannot always pair items after a wait (pairing.ts). */
function outputItem({ index, json }: Ending, { simplify }: Presentation, shown: Shown): INodeExecutionData {
	const { task, file, isSample } = shown;
	const item: INodeExecutionData = {
		json: {
			...(isSample && { isSample }),
			...(simplify ? simplifiedTask(task) : task),
			...(file !== undefined && 'reason' in file && { notDownloaded: file.reason }),
			item: { index, json },
		},
		pairedItem: { item: index },
	};
	return file !== undefined && 'binary' in file ? { ...item, binary: file.binary } : item;
}
