import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { listConnections } from '../../gateway/connections';
import { listDestinations } from '../../gateway/destinations';
import { textOf } from '../../gateway/gateway-responses';
import { listSchedules } from '../../gateway/schedules';
import { type Entry, matching } from './matching';

type Search = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

/** A list of the editor with a search box. */
function searchOf(entries: (context: ILoadOptionsFunctions) => Promise<Entry[]>): Search {
	return async function (filter) {
		return { results: matching(await entries(this), filter) };
	};
}

export const searchConnections = searchOf(async (context) =>
	(await listConnections(context)).map(({ name }) => ({ name, value: name })),
);

export const searchDestinations = searchOf(async (context) =>
	(await listDestinations(context)).map(({ name, type }) => ({ name: `${name} (${type})`, value: name })),
);

export const searchSchedules = searchOf(async (context) =>
	(await listSchedules(context)).map(({ id, type }) => ({
		name: `${textOf(id)} (${textOf(type)})`,
		value: textOf(id),
	})),
);
