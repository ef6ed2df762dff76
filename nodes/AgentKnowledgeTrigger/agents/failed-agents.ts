import { type INode, NodeOperationError } from 'n8n-workflow';
import { failureSentences } from '../../AgentKnowledge/errors/node-error';
import { ApiFailure } from '../../AgentKnowledge/transport/api-failure';
import type { ReadFailure } from './attempt';

/** An agent that a poll could not look at. */
export interface FailedAgent {
	id: string;
	/** Null: it is not in the list of agents any more. */
	failure: ReadFailure | null;
}

const MOST_NAMED = 10;

const LATER =
	'The trigger watches the other agents. It continues with one that can be read again where it was. It reports this once.';

/** The key cannot access this agent, or the service does not know it. The others are not concerned. */
export function isAboutAgent(error: ReadFailure): boolean {
	if (!(error instanceof ApiFailure)) return false;
	const { status, type } = error.fields;
	if (type === 'insufficient_scope' || type === 'http_404') return false;
	return status === 400 || status === 403 || status === 404;
}

/** The same request for another agent would fail too. */
export function isAboutKey(error: ReadFailure): boolean {
	if (!(error instanceof ApiFailure)) return false;
	const { status, type } = error.fields;
	return status === 401 || status === 429 || type === 'insufficient_scope';
}

/** For n8n's list of executions and the error workflow, beside what the poll returns. */
export function failedAgentsError(
	node: INode,
	failed: readonly FailedAgent[],
	listFailure?: Error,
): NodeOperationError {
	const agents = failed.map(({ id }) => `"${id}"`);
	const more = agents.length - MOST_NAMED;
	const named = [...agents.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ');
	const message =
		agents.length === 0
			? 'The trigger cannot follow the list of agents'
			: `The trigger cannot watch ${agents.length === 1 ? 'the agent' : `${agents.length} agents`}: ${named}`;
	const reasons = new Set([
		...failed.slice(0, MOST_NAMED).map(({ id, failure }) => `"${id}": ${reasonOf(failure)}`),
		...(listFailure === undefined ? [] : [`The list of agents: ${reasonOf(listFailure)}`]),
	]);
	return new NodeOperationError(node, message, { description: [...reasons, LATER].join(' ') });
}

function reasonOf(failure: Error | null): string {
	if (failure === null) return 'It is no longer among the agents that the API key can access.';
	return failure instanceof ApiFailure ? failureSentences(failure.fields) : failure.message;
}
