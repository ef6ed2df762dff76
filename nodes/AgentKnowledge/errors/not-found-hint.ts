import { operations } from '../generated/operations';
import type { OperationId } from '../transport/operations';

/** What a parameter of a path names, besides the agent. */
const THINGS: ReadonlyArray<[parameter: string, thing: string]> = [
	['{sourceId}', 'source'],
	['{pairId}', 'Q&A pair'],
	['{leadId}', 'lead'],
	['{confirmationId}', 'COD confirmation'],
	['{sessionId}', 'email conversation'],
];

/** A key that is restricted to other agents gets the same 404 as for a deleted record (specification, part 5). */
export function notFoundHint(id: OperationId): string {
	const { path } = operations[id];
	if (path === '/conversations/{id}') {
		return 'The conversation no longer exists, or the API key is restricted to other agents. Conversation > Get Many shows what the key can access.';
	}
	const restricted = 'or the API key is restricted to other agents. "From List" shows the agents the key can access.';
	const thing = THINGS.find(([parameter]) => path.includes(parameter))?.[1] ?? thingOf(path);
	return thing === undefined
		? `The agent no longer exists, ${restricted}`
		: `The ${thing} or its agent no longer exists, ${restricted}`;
}

/** What an id in a query or a body names. */
function thingOf(path: string): string | undefined {
	if (path.endsWith('/email')) return 'mailbox';
	return path.endsWith('/replies') ? 'email conversation' : undefined;
}
