import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { listConnections } from '../../gateway/connections';
import { matching } from './matching';

export async function searchConnections(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const connections = await listConnections(this);
	return {
		results: matching(
			connections.map(({ name }) => ({ name, value: name })),
			filter,
		),
	};
}
