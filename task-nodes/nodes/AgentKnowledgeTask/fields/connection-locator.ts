import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, ILoadOptionsFunctions, INodeProperties } from 'n8n-workflow';
import { listConnections } from '../../gateway/connections';
import type { GatewayContext } from '../../gateway/gateway-context';
import { FieldReader } from './field-reader';

/** Which of the worker's connections; the worker holds their API keys. */
export const connectionLocator = {
	displayName: 'Connection',
	name: 'connection',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		"A connection of the worker's configuration: an account of the service, with its API key. Leave it empty if the worker has only one.",
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Optional if there is only one',
			typeOptions: { searchListMethod: 'searchConnections', searchable: true },
		},
		{ displayName: 'By Name', name: 'name', type: 'string', placeholder: 'e.g. production' },
	],
} as const satisfies INodeProperties;

/** The connection of an item: the chosen one, or the only one at the gateway. */
export async function readConnection(context: IExecuteFunctions, itemIndex: number): Promise<string> {
	const chosen = new FieldReader(context, itemIndex).optionalLocator(connectionLocator);
	return chosen ?? (await onlyConnection(context, itemIndex));
}

/** The connection that is chosen in the editor, or the only one at the gateway. */
export async function chosenConnection(context: ILoadOptionsFunctions): Promise<string> {
	const chosen = [
		context.getCurrentNodeParameter('connection', { extractValue: true }),
		// Of Get Many, where it is a text.
		context.getCurrentNodeParameter('filters.connection'),
	].find((name) => typeof name === 'string' && name !== '');
	return typeof chosen === 'string' ? chosen : await onlyConnection(context);
}

/** All items of an execution share one look at the gateway's list. */
const lists = new WeakMap<object, ReturnType<typeof listConnections>>();

/** @throws NodeOperationError that names the connections if there are several */
export async function onlyConnection(context: GatewayContext, itemIndex?: number): Promise<string> {
	const list = lists.get(context) ?? listConnections(context);
	lists.set(context, list);
	const names = (await list).map(({ name }) => name);
	const [only, ...others] = names;
	if (only !== undefined && others.length === 0) return only;
	throw new NodeOperationError(context.getNode(), 'The field "Connection" is empty, and the gateway has several', {
		...(itemIndex === undefined ? {} : { itemIndex }),
		description: `Choose one of these connections: ${names.sort().join(', ')}. Nothing was sent${itemIndex === undefined ? '' : ' for this item'}.`,
	});
}
