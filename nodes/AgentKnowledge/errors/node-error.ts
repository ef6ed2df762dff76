import type { Failure, INode, INodeProperties, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ApiFailure, type ApiFailureFields, type Issue } from '../transport/api-failure';
import type { OperationId } from '../transport/operations';
import { fieldLabel } from './field-label';
import { hintFor } from './hints';

interface Where {
	node: INode;
	/** Undefined in the editor, which has no items. */
	itemIndex?: number;
	/** Gives refused fields the names that the editor shows. */
	operation?: { properties: readonly INodeProperties[]; endpoints: readonly OperationId[] };
}

/**
 * The one place where a failure becomes the error that the user sees. Its message says what happened. Its description
 * has the service's detail, the refused fields and the next step.
 */
export function nodeErrorFrom(
	error: unknown,
	{ node, itemIndex, operation }: Where,
): NodeApiError | NodeOperationError {
	if (error instanceof ApiFailure) return fromFailure(error.fields, node, itemIndex, operation);
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex ??= itemIndex;
		return error;
	}
	return new NodeOperationError(node, error instanceof Error ? error : String(error), { itemIndex });
}

function fromFailure(
	failure: ApiFailureFields,
	node: INode,
	itemIndex: number | undefined,
	operation: Where['operation'],
): NodeApiError {
	const { status, type, title, detail, issues } = failure;
	const response: JsonObject = {
		type,
		title,
		status,
		detail,
		issues: issues.map(({ path, message }) => ({ path, message })),
	};
	const sentences = [
		detail ?? '',
		...issues.map((issue) => issueSentence(issue, operation?.properties ?? [])),
		hintFor(failure, operation?.endpoints),
	];
	const error = new NodeApiError(node, response, {
		message: title,
		description: sentences
			.filter((text) => text !== '' && text !== title)
			.map(asSentence)
			.join(' '),
		httpCode: status === null ? type : String(status),
		itemIndex,
		failure: causeOf(failure),
	});
	error.context.data = response;
	return error;
}

function issueSentence({ path, message }: Issue, properties: readonly INodeProperties[]): string {
	const field = fieldLabel(path, properties);
	return field === '' ? message : `${field}: ${message}`;
}

function asSentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Tells n8n whether waiting helps, or a person must act. */
function causeOf({ status, type, retryAfterMs }: ApiFailureFields): Failure | undefined {
	if (status === 429) return { cause: 'rate-limited', ...(retryAfterMs === null ? {} : { retryAfterMs }) };
	if (status === 401) return { cause: 'credential-invalid' };
	if (status === 402 || type === 'training_limit_exceeded') return { cause: 'quota-exhausted' };
	if (status === 400 || status === 403 || status === 404) return { cause: 'configuration-invalid' };
	if (status === null || status >= 500) return { cause: 'temporarily-unavailable' };
	return undefined;
}
