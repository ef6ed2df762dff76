import { NodeOperationError } from 'n8n-workflow';
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { listAgents } from '../../gateway/connections';
import { matching } from './matching';

/** The agents of the connection that is chosen in the node. */
export async function searchAgents(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const connection = this.getCurrentNodeParameter('connection', { extractValue: true });
	if (typeof connection !== 'string' || connection === '') {
		throw new NodeOperationError(this.getNode(), 'Choose the Connection first', {
			description: 'The list shows the agents of that connection.',
		});
	}
	const agents = await listAgents(this, connection);
	return {
		results: matching(
			agents.map(({ id, name }) => ({ name: name === '' ? id : `${name} (${id})`, value: id })),
			filter,
		),
	};
}
