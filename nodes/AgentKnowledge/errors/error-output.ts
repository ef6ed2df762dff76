import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { rowOf } from '../transport/row';

/**
 * What a failed item contains under Continue On Fail, so that a flow can branch on it. n8n recognizes exactly these
 * three names, and sends the item to the error output. With n8n's own `error` beside the JSON, all but the message
 * would be lost.
 */
export function errorOutput(error: NodeApiError | NodeOperationError): IDataObject {
	const told = rowOf(error.context.data);
	return {
		error: error.message,
		message: error.description ?? error.message,
		details: { status: told.status ?? null, type: told.type ?? null, issues: told.issues ?? [] },
	};
}
