import type { IDataObject, IExecuteFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { asNodeError } from '../../gateway/gateway-errors';

export type ItemError = NodeApiError | NodeOperationError;
export type ItemOutcome<T> = { ok: true; value: T } | { ok: false; error: ItemError };

/**
 * Runs the work of one item.
 * @returns the error as a value if the node continues on fail
 * @throws NodeApiError or NodeOperationError that names the item, otherwise
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

/** The form of a failed item. n8n's error output recognizes it by exactly these fields. */
export function itemError(error: ItemError): IDataObject {
	return { error: error.message, ...(error.description && { details: error.description }) };
}
