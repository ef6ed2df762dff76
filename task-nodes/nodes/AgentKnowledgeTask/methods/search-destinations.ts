import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { listDestinations } from '../../gateway/destinations';
import { matching } from './matching';

export async function searchDestinations(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const destinations = await listDestinations(this);
	return {
		results: matching(
			destinations.map(({ name, type }) => ({ name: `${name} (${type})`, value: name })),
			filter,
		),
	};
}
