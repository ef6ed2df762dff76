import { asRows } from './gateway-responses';
import type { GatewayContext } from './gateway-context';
import { callGateway } from './gateway-request';
import { idInPath } from './id-in-path';

/** The connections of the worker's configuration. */
export async function listConnections(context: GatewayContext): Promise<Array<{ name: string; baseUrl: string }>> {
	return await callGateway(context, { method: 'GET', path: '/v1/connections' }, (body) =>
		asRows(body, ['name', 'baseUrl']),
	);
}

/** The agents that a connection's API key can access: the first 500, as the gateway keeps them for 30 s. */
export async function listAgents(
	context: GatewayContext,
	connection: string,
): Promise<Array<{ id: string; name: string }>> {
	const path = `/v1/connections/${idInPath(context, 'Connection', connection)}/agents`;
	return await callGateway(context, { method: 'GET', path }, (body) => asRows(body, ['id', 'name']));
}
