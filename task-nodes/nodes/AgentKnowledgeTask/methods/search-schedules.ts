import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { textOf } from '../../gateway/gateway-responses';
import { listSchedules } from '../../gateway/schedules';
import { matching } from './matching';

export async function searchSchedules(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
	const schedules = await listSchedules(this);
	return {
		results: matching(
			schedules.map(({ id, type }) => ({ name: `${textOf(id)} (${textOf(type)})`, value: textOf(id) })),
			filter,
		),
	};
}
