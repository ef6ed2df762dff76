import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { nodeErrorFrom } from '../errors/node-error';
import type { ItemRun, NodeOperation } from './operation';
import { NOTHING_SENT } from './parameters/read-parameters';

type NodeError = NodeApiError | NodeOperationError;

/**
 * Checks all items of a write before the first is sent, as far as that can be known without the service: otherwise the
 * items before a wrong one are written, and a second run writes them again.
 * @throws NodeApiError or NodeOperationError of the first wrong item
 */
export function checkBeforeWrites(
	chosen: ReadonlyArray<NodeOperation | undefined>,
	runOf: (itemIndex: number) => ItemRun,
): void {
	if (chosen.length < 2) return;
	const done = [...chosen.keys()].filter((item) => isDone(runOf(item))).length;
	const counted =
		done === 0
			? `Nothing was sent for any of the ${chosen.length} items.`
			: `${done} of ${chosen.length} items were done before, and nothing was sent now.`;
	for (const [itemIndex, operation] of chosen.entries()) {
		const run = runOf(itemIndex);
		if (operation === undefined || isDone(run)) continue;
		try {
			operation.check(run);
		} catch (thrown) {
			const error = nodeErrorFrom(thrown, { node: run.context.getNode(), itemIndex, operation });
			throw described(error, counted);
		}
	}
}

/** By an earlier try of the same execution. */
function isDone({ journal, itemIndex }: ItemRun): boolean {
	return journal.rowsOf(itemIndex) !== undefined;
}

/** The error of an item of a write, which says how many items before it are done. */
export function withDone(error: NodeError, { done, of }: { done: number; of: number }): NodeError {
	return of < 2 ? error : described(error, `${done} of ${of} items are done.`);
}

function described(error: NodeError, sentence: string): NodeError {
	const before = (error.description ?? '').replace(NOTHING_SENT, '').trim();
	error.description = before === '' ? sentence : `${before} ${sentence}`;
	return error;
}
