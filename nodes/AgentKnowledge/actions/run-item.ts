import type { IDataObject } from 'n8n-workflow';
import { operations } from '../generated/operations';
import { ApiFailure } from '../transport/api-failure';
import type { ItemRun, NodeOperation } from './operation';

/**
 * Runs an operation for one item. When n8n retries, a finished item returns its earlier rows and writes nothing. An
 * item with an unknown outcome fails again.
 * @throws ApiFailure and NodeOperationError
 */
export async function runItem(operation: NodeOperation, run: ItemRun): Promise<IDataObject[]> {
	if (!writes(operation)) return await operation.execute(run);
	const { journal, itemIndex } = run;
	const before = journal.rowsOf(itemIndex);
	if (before !== undefined) return before;
	const undecided = journal.undecidedOf(itemIndex);
	if (undecided !== undefined) throw new ApiFailure(undecided);
	const rows = await operation.execute(run).catch((error: unknown) => {
		noteFailure(run, error);
		throw error;
	});
	journal.done(itemIndex, rows);
	return rows;
}

export function writes({ endpoints }: NodeOperation): boolean {
	return endpoints.some((id) => operations[id].method !== 'GET');
}

function noteFailure({ journal, itemIndex }: ItemRun, error: unknown): void {
	// Not a failed request, but for example a stopped execution. The journal keeps what was sent.
	if (!(error instanceof ApiFailure)) return;
	const { uncertain, safety, isRepeatable = false } = error.fields;
	if (isRepeatable) return;
	if (!uncertain) journal.forget(itemIndex);
	else if (safety === 'write-once' || safety === 'never') journal.undecided(itemIndex, error.fields);
}
