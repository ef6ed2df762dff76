import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { nodeErrorFrom } from '../errors/node-error';
import { errorOutput } from '../errors/error-output';
import { createApi } from '../transport/api';
import { throwIfCancelled } from '../transport/cancellation';
import { inOrder } from './in-order';
import { Journal } from './journal';
import type { ItemRun, NodeOperation } from './operation';
import { findOperation } from './registry';
import { runItem, writes } from './run-item';
import { checkBeforeWrites, withDone } from './several-writes';

/** Reads of different items can run at once, because none changes what another reads. */
const READS_AT_ONCE = 5;

type Outcome = { rows: IDataObject[] } | { error: unknown };

/** Runs the chosen operation once for every input item; each output item is paired with its input. */
export async function router(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const api = createApi(context);
	const journal = Journal.of(context);
	const chosen = context.getInputData().map((_, itemIndex) => chosenOperation(context, itemIndex));
	const isWriting = chosen.some((operation) => operation !== undefined && writes(operation));
	const runOf = (itemIndex: number): ItemRun => ({ context, api, journal, itemIndex });
	if (isWriting && !context.continueOnFail()) checkBeforeWrites(chosen, runOf);
	const outcomes = inOrder(chosen.length, isWriting ? 1 : READS_AT_ONCE, async (itemIndex) =>
		outcomeOf(chosen[itemIndex], runOf(itemIndex)),
	);
	const output: INodeExecutionData[] = [];
	let itemIndex = 0;
	let failed = 0;
	for await (const outcome of outcomes) {
		const pairedItem = { item: itemIndex };
		if ('rows' in outcome) {
			for (const json of outcome.rows) output.push({ json, pairedItem });
		} else {
			throwIfCancelled(context);
			const operation = chosen[itemIndex];
			const nodeError = nodeErrorFrom(outcome.error, { node: context.getNode(), itemIndex, operation });
			if (!context.continueOnFail()) {
				throw isWriting ? withDone(nodeError, { done: itemIndex, of: chosen.length }) : nodeError;
			}
			failed += 1;
			output.push({ json: errorOutput(nodeError), pairedItem });
		}
		itemIndex += 1;
	}
	// n8n also retries under Continue On Fail if the first item failed, so the journal stays open after any failure.
	if (failed === 0) journal.close();
	return [output];
}

async function outcomeOf(operation: NodeOperation | undefined, run: ItemRun): Promise<Outcome> {
	try {
		throwIfCancelled(run.context);
		if (operation === undefined) throw unknownOperation(run);
		return { rows: await runItem(operation, run) };
	} catch (error) {
		return { error };
	}
}

function chosenOperation(context: IExecuteFunctions, itemIndex: number): NodeOperation | undefined {
	const { resource, name } = namesOf(context, itemIndex);
	return findOperation(resource, name);
}

function unknownOperation({ context, itemIndex }: ItemRun): NodeOperationError {
	const { resource, name } = namesOf(context, itemIndex);
	return new NodeOperationError(
		context.getNode(),
		`This version of the node has no operation "${name}" of "${resource}"`,
		{
			itemIndex,
			description: 'Choose the resource and the operation again, or update the package n8n-nodes-agent-knowledge.',
		},
	);
}

function namesOf(context: IExecuteFunctions, itemIndex: number): { resource: string; name: string } {
	return {
		resource: context.getNodeParameter<{ resource: string }>('resource', itemIndex),
		name: context.getNodeParameter('operation', itemIndex),
	};
}
