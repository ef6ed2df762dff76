import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/**
 * When an execution resumes, n8n pairs every item anew by its place: item k of output n comes from item k of input n.
 * That is right while all tasks end alike. There is no second input, so the items of the second output would be
 * paired with nothing; naming the first input's source for it as well gives both outputs their ancestry.
 * The other half is `refuseWrongPairs`, for which n8n has to keep a `sourceOverwrite` of ours.
 */
export function keepSourceForBothOutputs(context: IExecuteFunctions): void {
	const sources = context.getExecuteData().source?.['main'];
	const first = sources?.[0];
	if (sources === undefined || first === undefined) return;
	sources[1] = first;
	context.setMetadata({ preserveSourceOverwrite: true });
}

/** An output that no node has, so that n8n says that it finds no item instead of taking another one's. */
const NO_SUCH_OUTPUT = 99;

/** Where the tasks ended differently, items have moved up, and n8n's pairing by place would name another item's input. */
export function refuseWrongPairs(outputs: INodeExecutionData[][], nodeName: string): INodeExecutionData[][] {
	const sourceOverwrite = { previousNode: nodeName, previousNodeOutput: NO_SUCH_OUTPUT };
	return outputs.map((items) =>
		items.map((item, place) => {
			const { pairedItem } = item;
			if (typeof pairedItem !== 'object' || Array.isArray(pairedItem) || pairedItem.item === place) return item;
			return { ...item, pairedItem: { ...pairedItem, sourceOverwrite } };
		}),
	);
}
