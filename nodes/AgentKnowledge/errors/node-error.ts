import type { Failure, INode, INodeProperties, JsonObject } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ApiFailure, type ApiFailureFields, type Issue } from '../transport/api-failure';
import type { OperationId } from '../transport/operations';
import { fieldLabel } from './field-label';
import { hintFor } from './hints';

/** Not of a server in its place, whose types the node makes. */
const OF_THE_SERVICE = /^(?!http_404$|not_the_api$|wrong_path$)/;

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
	const { status, type, detail, issues } = failure;
	const title = titleOf(failure);
	const response: JsonObject = {
		type,
		title,
		status,
		detail,
		issues: issues.map(({ path, message }) => ({ path, message })),
	};
	const error = new NodeApiError(node, response, {
		message: title,
		description: joined(explanationOf(failure, operation).filter((text) => text !== title)),
		httpCode: status === null ? type : String(status),
		itemIndex,
		failure: causeOf(failure),
	});
	error.context.data = response;
	return error;
}

/** The service says "Not found" of everything, so the title names what the request asked for. */
function titleOf({ status, type, title, ids = [] }: ApiFailureFields): string {
	if (status !== 404 || ids.length === 0 || !OF_THE_SERVICE.test(type)) return title;
	return `${title}: ${ids.map(({ thing, id }) => `${thing} "${id}"`).join(' of ')}`;
}

/** Why, and what to do about it, after the title. */
function explanationOf(failure: ApiFailureFields, operation: Where['operation']): string[] {
	const issues = failure.issues.map((issue) => issueSentence(issue, operation?.properties ?? []));
	return [failure.detail ?? '', ...issues, hintFor(failure, operation?.endpoints)];
}

/** The whole failure as one text, where n8n shows no more than one. */
export function failureSentences(failure: ApiFailureFields): string {
	return joined([...new Set([titleOf(failure), ...explanationOf(failure, undefined)])]);
}

function joined(sentences: readonly string[]): string {
	return sentences
		.filter((text) => text !== '')
		.map(asSentence)
		.join(' ');
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
