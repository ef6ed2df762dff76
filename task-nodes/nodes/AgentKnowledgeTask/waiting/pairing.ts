import type { IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

/**
 * When an execution resumes, n8n pairs each item again by its place: item k of output n comes from item k of input n.
 * That is right if all tasks end alike. The node has no second input, so items of the second output would have no pair.
 * This names the first input as the source of both outputs. `refuseWrongPairs` handles tasks that end differently.
 */
export function keepSourceForBothOutputs(context: IExecuteFunctions): void {
	const sources = context.getExecuteData().source?.['main'];
	const first = sources?.[0];
	if (sources === undefined || first === undefined) return;
	sources[1] = first;
	context.setMetadata({ preserveSourceOverwrite: true });
}

/** An output that no node has. n8n then reports a missing item, instead of using the wrong one. */
const NO_SUCH_OUTPUT = 99;

/** Of an output item that belongs to no input item. Without it, n8n would pair it by its place. */
export function withoutPair(nodeName: string): IPairedItemData {
	return { item: 0, sourceOverwrite: { previousNode: nodeName, previousNodeOutput: NO_SUCH_OUTPUT } };
}

/** If tasks ended differently, items have moved up, and n8n's pairing by place would name another item's input. */
export function refuseWrongPairs(outputs: INodeExecutionData[][], nodeName: string): INodeExecutionData[][] {
	const { sourceOverwrite } = withoutPair(nodeName);
	return outputs.map((items) =>
		items.map((item, place) => {
			const { pairedItem } = item;
			if (typeof pairedItem !== 'object' || Array.isArray(pairedItem) || pairedItem.item === place) return item;
			return { ...item, pairedItem: { ...pairedItem, ...(sourceOverwrite && { sourceOverwrite }) } };
		}),
	);
}
