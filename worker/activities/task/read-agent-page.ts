import { type ApiClient, LIMITS } from '../../../api';
import type { AgentPage } from '../../../workflows/task/activities';
import { apiFailure } from './api-failure';

/** One page of the agents that the key can see. @throws a typed failure, see `apiFailure` */
export async function readAgentPage(api: ApiClient, offset: number, signal: AbortSignal): Promise<AgentPage> {
	try {
		const { items, total } = await api.call('listAgents', { query: { limit: LIMITS.pageSize, offset }, signal });
		const next = offset + items.length;
		return { agentIds: items.map(({ id }) => id), next: items.length > 0 && next < total ? next : null };
	} catch (error) {
		throw apiFailure(error);
	}
}
