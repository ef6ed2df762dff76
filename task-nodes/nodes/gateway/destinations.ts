import { asRows } from './gateway-responses';
import type { GatewayContext } from './gateway-context';
import { callGateway } from './gateway-request';

/** The destinations of the worker's configuration, to which leads may be synced. */
export async function listDestinations(context: GatewayContext): Promise<Array<{ name: string; type: string }>> {
	return await callGateway(context, { method: 'GET', path: '/v1/destinations' }, (body) =>
		asRows(body, ['name', 'type']),
	);
}
