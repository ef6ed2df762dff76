import type { INode } from 'n8n-workflow';
import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { hintFor } from '../AgentKnowledge/errors/hints';
import { nodeErrorFrom } from '../AgentKnowledge/errors/node-error';
import { ApiFailure } from '../AgentKnowledge/transport/api-failure';
import type { OperationId } from '../AgentKnowledge/transport/operations';
import { triggerProperties } from './properties';

const RATE_LIMITED =
	'Nothing is lost: the next poll starts at the same place. All workflows and tools with this API key share its requests per minute. Poll less often, or give this workflow its own key.';

/**
 * The error of a failed poll. If it prevents publishing, n8n shows only its message, so the message has the whole
 * reason. Later errors go to the list of executions and the error workflow.
 */
export function pollError(
	error: unknown,
	{ node, endpoints }: { node: INode; endpoints: readonly OperationId[] },
): NodeApiError | NodeOperationError {
	return nodeErrorFrom(error instanceof ApiFailure ? withReason(error, endpoints) : error, {
		node,
		operation: { properties: triggerProperties(), endpoints },
	});
}

function withReason(failure: ApiFailure, endpoints: readonly OperationId[]): ApiFailure {
	const { title, detail, status } = failure.fields;
	return failure.with({
		...(detail === null ? {} : { title: `${title}: ${detail}`, detail: null }),
		hint: status === 429 ? RATE_LIMITED : hintFor(failure.fields, endpoints),
	});
}
