import { MOST_AGENTS } from '../../../workflows/lead-sync/agents/limits';
import type { LeadSyncInput } from '../../../workflows/lead-sync/contract';
import type { Connection, Connections } from '../../connections';
import { Problem } from '../../problems/problem';
import { checkAgents, checkFirstAgent } from './check-names';

/**
 * Checks what a sync reads of its agents.
 * @throws Problem if the key may not read it, cannot access an agent, or can access more agents than a sync takes
 */
export async function checkSyncedAgents(
	connections: Connections,
	{ connection, agentId, agentIds }: Pick<LeadSyncInput, 'connection' | 'agentId' | 'agentIds'>,
	conversation: LeadSyncInput['conversation'],
): Promise<void> {
	const check = async (service: Connection, id: string) => {
		await service.checkLeads(id);
		if (conversation !== 'none') await service.checkConversations(id);
	};
	if (agentId !== undefined) return check(connections.get(connection), agentId);
	if (agentIds !== undefined) return checkAgents(connections, connection, agentIds, check);
	await checkFirstAgent(connections, connection, check);
	const { agents } = await connections.get(connection).agents();
	if (agents.length <= MOST_AGENTS) return;
	throw new Problem({
		type: 'too_many_agents',
		title: 'The key can access too many agents',
		status: 400,
		detail: `Nothing was started. One sync takes at most ${MOST_AGENTS} agents, and the key of "${connection}" can access more. Name the agents in agentIds.`,
		issues: [{ path: 'agentIds', message: `is missing, and there are more than ${MOST_AGENTS} agents` }],
	});
}
