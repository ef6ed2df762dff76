import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { rowOf } from '../transport/row';

/**
 * What a failed item carries on under Continue On Fail, so that a flow can branch on it. These three names and no
 * other: by them n8n sends the item to the error output. An item with n8n's `error` beside its JSON would lose all
 * but the message.
 */
export function errorOutput(error: NodeApiError | NodeOperationError): IDataObject {
	const told = rowOf(error.context.data);
	return {
		error: error.message,
		message: error.description ?? error.message,
		details: { status: told.status ?? null, type: told.type ?? null, issues: told.issues ?? [] },
	};
}
