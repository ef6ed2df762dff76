import type { IDataObject, IExecuteFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { asNodeError } from '../../gateway/gateway-errors';

export type ItemError = NodeApiError | NodeOperationError;
export type ItemOutcome<T> = { ok: true; value: T } | { ok: false; error: ItemError };

/**
 * Runs what belongs to one item.
 * @returns the error as a value when the node is set to continue on fail
 * @throws NodeApiError or NodeOperationError, naming the item, when it is not
 */
export async function outcomeOfItem<T>(
	context: IExecuteFunctions,
	itemIndex: number,
	run: () => Promise<T> | T,
): Promise<ItemOutcome<T>> {
	try {
		return { ok: true, value: await run() };
	} catch (cause) {
		const error = asNodeError(cause, { node: context.getNode(), itemIndex });
		if (context.continueOnFail()) return { ok: false, error };
		throw error;
	}
}

/** What an item that failed looks like; n8n's error output knows it by these fields alone. */
export function itemError(error: ItemError): IDataObject {
	return { error: error.message, ...(error.description && { details: error.description }) };
}
