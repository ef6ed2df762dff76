import type { ILoadOptionsFunctions, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';
import { listAgents } from '../../gateway/connections';
import { chosenConnection } from '../fields/connection-locator';
import { matching } from './matching';

/** The agents of the connection that is chosen in the node, or of the only one. */
export async function searchAgents(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	return { results: matching(await agentsOf(this), filter) };
}

/** The same, for a field where many can be chosen. */
export async function getAgents(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return matching(await agentsOf(this));
}

async function agentsOf(context: ILoadOptionsFunctions): Promise<Array<{ name: string; value: string }>> {
	const agents = await listAgents(context, await chosenConnection(context));
	return agents.map(({ id, name }) => ({ name: name === '' ? id : `${name} (${id})`, value: id }));
}
