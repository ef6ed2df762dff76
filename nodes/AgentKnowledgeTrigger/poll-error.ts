import type { INode } from 'n8n-workflow';
import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { nodeErrorFrom } from '../AgentKnowledge/errors/node-error';
import { ApiFailure } from '../AgentKnowledge/transport/api-failure';
import type { TriggerEvent } from './events/event';
import { triggerProperties } from './properties';

const RATE_LIMITED =
	'Nothing is lost: the next poll begins where this one did. All workflows and tools that use this API key share its requests per minute: poll less often, or give this workflow a key of its own.';

/** n8n shows it when the workflow is published or tested; later it goes to the list of executions and the error workflow. */
export function pollError(
	error: unknown,
	{ node, event }: { node: INode; event: TriggerEvent },
): NodeApiError | NodeOperationError {
	const isRateLimited = error instanceof ApiFailure && error.fields.status === 429;
	return nodeErrorFrom(isRateLimited ? error.with({ hint: RATE_LIMITED }) : error, {
		node,
		operation: { properties: triggerProperties(), endpoints: event.endpoints },
	});
}
