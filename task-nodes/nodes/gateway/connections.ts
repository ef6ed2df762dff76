import { asRows, isRecord } from './gateway-responses';
import type { GatewayContext } from './gateway-context';
import { callGateway } from './gateway-request';
import { idInPath } from './id-in-path';

/** The connections of the worker's configuration. */
export async function listConnections(context: GatewayContext): Promise<Array<{ name: string; baseUrl: string }>> {
	return await callGateway(context, { method: 'GET', path: '/v1/connections' }, (body) =>
		asRows(body, ['name', 'baseUrl']),
	);
}

/** The mailboxes from which an agent can send. */
export async function listMailboxes(
	context: GatewayContext,
	connection: string,
	agentId: string,
): Promise<Array<{ id: string; address: string }>> {
	const agent = idInPath(context, 'Agent', agentId);
	const path = `/v1/connections/${idInPath(context, 'Connection', connection)}/agents/${agent}/mailboxes`;
	return await callGateway(context, { method: 'GET', path }, (body) => asRows(body, ['id', 'address']));
}

export interface AgentPage {
	agents: Array<{ id: string; name: string }>;
	/** Undefined on the last page. */
	nextOffset: number | undefined;
}

/** Up to 460 agents that a connection's API key can access. The gateway caches them for 30 s. */
export async function listAgents(context: GatewayContext, connection: string, offset: number): Promise<AgentPage> {
	const path = `/v1/connections/${idInPath(context, 'Connection', connection)}/agents`;
	return await callGateway(context, { method: 'GET', path, query: { offset } }, (body) => {
		const next = isRecord(body) ? body['nextOffset'] : undefined;
		return { agents: asRows(body, ['id', 'name']), nextOffset: typeof next === 'number' ? next : undefined };
	});
}
