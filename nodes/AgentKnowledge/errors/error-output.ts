import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { rowOf } from '../transport/row';

/** What a failed item carries on under Continue On Fail, so that a flow can branch on it. */
export function errorOutput(error: NodeApiError | NodeOperationError): IDataObject {
	const told = rowOf(error.context.data);
	return {
		error: error.message,
		description: error.description ?? null,
		status: told.status ?? null,
		type: told.type ?? null,
		issues: told.issues ?? [],
	};
}
