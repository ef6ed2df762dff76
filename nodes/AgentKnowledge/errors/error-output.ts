import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';

/** What a failed item carries on under Continue On Fail, so that a flow can branch on it. */
export function errorOutput(error: NodeApiError | NodeOperationError): IDataObject {
	const response = error.context.data;
	const told: IDataObject = typeof response === 'object' && response !== null ? { ...response } : {};
	return {
		error: error.message,
		description: error.description ?? null,
		status: told.status ?? null,
		type: told.type ?? null,
		issues: told.issues ?? [],
	};
}
