import { asRows, isRecord } from './gateway-answers';
import type { GatewayContext } from './gateway-context';
import { callGateway } from './gateway-request';
import { idInPath } from './id-in-path';

/** The connections of the worker's configuration. */
export async function listConnections(context: GatewayContext): Promise<Array<{ name: string; baseUrl: string }>> {
	return await callGateway(context, { method: 'GET', path: '/v1/connections' }, (body) =>
		asRows(body, ['name', 'baseUrl']),
	);
}

export interface AgentList {
	agents: Array<{ id: string; name: string }>;
	/** Whether an agent that is missing here is none: the gateway lists the first 500. */
	complete: boolean;
}

/**
 * The agents that a connection's API key can access.
 * @param fresh asks past the list that the gateway keeps for 30 s
 */
export async function listAgents(context: GatewayContext, connection: string, fresh = false): Promise<AgentList> {
	const path = `/v1/connections/${idInPath(context, 'Connection', connection)}/agents`;
	return await callGateway(context, { method: 'GET', path, ...(fresh && { query: { fresh } }) }, (body) => ({
		agents: asRows(body, ['id', 'name']),
		complete: isRecord(body) && body['complete'] === true,
	}));
}
