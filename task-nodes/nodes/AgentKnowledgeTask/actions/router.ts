import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { TaskView } from '../../gateway/gateway-responses';
import { itemError, settleItem } from './settle-item';
import { cancel } from './task/cancel.operation';
import { downloadFile } from './task/download-file.operation';
import { get } from './task/get.operation';
import { runAndWait } from './task/run-and-wait.operation';
import { start } from './task/start.operation';

type ItemData = Pick<INodeExecutionData, 'json' | 'binary'>;
type ItemOperation = (context: IExecuteFunctions, itemIndex: number) => Promise<ItemData>;

const itemOperations: Record<string, ItemOperation> = {
	cancel: shown(cancel),
	downloadFile,
	get: shown(get),
	start: shown(start),
};

/** Run and Wait takes all items together; every other operation runs once for each. */
export async function router(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation: string = context.getNodeParameter('operation', 0);
	if (operation === 'runAndWait') {
		refuseAsTool(context);
		return await runAndWait(context);
	}
	const run = itemOperations[operation];
	if (run === undefined) {
		throw new NodeOperationError(context.getNode(), `This version of the node has no operation "${operation}"`, {
			description: 'Choose the operation again, or update the package n8n-nodes-agent-knowledge-tasks.',
		});
	}
	return [await forEachItem(context, run)];
}

async function forEachItem(context: IExecuteFunctions, run: ItemOperation): Promise<INodeExecutionData[]> {
	const output: INodeExecutionData[] = [];
	for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex++) {
		const outcome = await settleItem(context, itemIndex, async () => await run(context, itemIndex));
		const data: ItemData = outcome.ok ? outcome.value : { json: itemError(outcome.error) };
		output.push({ ...data, pairedItem: { item: itemIndex } });
	}
	return output;
}

/** The task is all there is to show. */
function shown(run: (context: IExecuteFunctions, itemIndex: number) => Promise<TaskView>): ItemOperation {
	return async (context, itemIndex) => ({ json: await run(context, itemIndex) });
}

/** n8n gives the node this ending when an AI agent calls it. */
function refuseAsTool(context: IExecuteFunctions): void {
	if (!context.getNode().type.endsWith('Tool')) return;
	throw new NodeOperationError(context.getNode(), 'An AI agent cannot wait for a task to end', {
		description:
			'Choose Start, which returns the task’s ID at once. Add a second tool with Get to read its result later.',
	});
}
