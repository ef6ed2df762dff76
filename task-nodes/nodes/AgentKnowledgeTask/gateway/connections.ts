import { asRows } from './gateway-answers';
import type { GatewayContext } from './gateway-context';
import { callGateway } from './gateway-request';

/** The connections of the worker's configuration. */
export async function listConnections(context: GatewayContext): Promise<Array<{ name: string; baseUrl: string }>> {
	return await callGateway(context, { method: 'GET', path: '/v1/connections' }, (body) =>
		asRows(body, ['name', 'baseUrl']),
	);
}

/** The agents that a connection's API key can access. */
export async function listAgents(
	context: GatewayContext,
	connection: string,
): Promise<Array<{ id: string; name: string }>> {
	const path = `/v1/connections/${encodeURIComponent(connection)}/agents`;
	return await callGateway(context, { method: 'GET', path }, (body) => asRows(body, ['id', 'name']));
}
