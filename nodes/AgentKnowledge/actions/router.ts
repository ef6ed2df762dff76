import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { nodeErrorFrom } from '../errors/node-error';
import { errorOutput } from '../errors/error-output';
import { createApi } from '../transport/api';
import { throwIfCancelled } from '../transport/cancellation';
import { Journal } from './journal';
import type { NodeOperation } from './operation';
import { findOperation } from './registry';
import { runItem } from './run-item';

/** Runs the chosen operation once for every input item; each output item is paired with its input. */
export async function router(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const api = createApi(context);
	const journal = Journal.of(context);
	const output: INodeExecutionData[] = [];
	let failed = 0;
	for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex++) {
		throwIfCancelled(context);
		const operation = chosenOperation(context, itemIndex);
		try {
			const rows = await runItem(operation, { context, api, journal, itemIndex });
			for (const json of rows) output.push({ json, pairedItem: { item: itemIndex } });
		} catch (error) {
			throwIfCancelled(context);
			const nodeError = nodeErrorFrom(error, { node: context.getNode(), itemIndex, operation });
			if (!context.continueOnFail()) throw nodeError;
			failed += 1;
			output.push({ json: errorOutput(nodeError), pairedItem: { item: itemIndex } });
		}
	}
	// n8n retries a node under Continue On Fail too, when its first item failed.
	if (failed === 0) journal.close();
	return [output];
}

function chosenOperation(context: IExecuteFunctions, itemIndex: number): NodeOperation {
	const resource = context.getNodeParameter<{ resource: string }>('resource', itemIndex);
	const name = context.getNodeParameter('operation', itemIndex);
	const operation = findOperation(resource, name);
	if (operation !== undefined) return operation;
	throw new NodeOperationError(
		context.getNode(),
		`This version of the node has no operation "${name}" of "${resource}"`,
		{
			itemIndex,
			description: 'Choose the resource and the operation again, or update the package n8n-nodes-agent-knowledge.',
		},
	);
}
