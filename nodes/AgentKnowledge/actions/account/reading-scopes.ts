import type { Scope } from '../../../../api';
import { operations } from '../../generated/operations';
import type { Api } from '../../transport/api';
import { ApiFailure, lacksScope } from '../../transport/api-failure';
import type { OperationId } from '../../transport/operations';

/** What a harmless read showed of one scope. */
export interface ScopeFound {
	scope: Scope;
	/** Null if the read did not show it. */
	granted: boolean | null;
	/** Why `granted` is null. */
	reason?: string;
}

const ONE = { limit: 1 };

/** One read for each reading scope. None changes anything or costs a credit (specification, part 4). */
const READS = [
	{ id: 'listAgents', query: ONE },
	{ id: 'getUsage', query: {} },
	{ id: 'getOverview', query: {} },
	{ id: 'listConversations', query: ONE },
	{ id: 'listSources', query: ONE },
	{ id: 'searchKnowledge', query: { query: 'hello', ...ONE } },
	{ id: 'listQaPairs', query: ONE },
	{ id: 'listLeads', query: ONE },
	{ id: 'listCodConfirmations', query: ONE },
	{ id: 'listMailboxes', query: {} },
] as const satisfies ReadonlyArray<{ id: OperationId; query: object }>;

export const scopeReads = READS.map(({ id }) => id);

/**
 * Tries each reading scope.
 * @param agentId the agent to read; empty if there is none
 * @throws ApiFailure if the service does not accept the key at all, or cannot be reached
 */
export async function readingScopes(api: Api, agentId: string): Promise<ScopeFound[]> {
	const found: ScopeFound[] = [];
	for (const { id, query } of READS) {
		const { scope, path } = operations[id];
		if (path.includes('{id}') && agentId === '') {
			found.push({
				scope,
				granted: null,
				reason: 'The test needs an agent, and the key lists none. Choose one in the field "Agent".',
			});
			continue;
		}
		const params = { id: agentId };
		found.push({ scope, ...(await api.call(id, { params, query }).then(() => ({ granted: true }), resultOf)) });
	}
	return found;
}

function resultOf(error: unknown): Omit<ScopeFound, 'scope'> {
	if (lacksScope(error)) return { granted: false };
	if (!(error instanceof ApiFailure)) throw error;
	const { status, type, title, detail } = error.fields;
	if (status === null || status === 401 || type === 'not_the_api') throw error;
	return { granted: null, reason: [title, detail ?? ''].join('. ') };
}
