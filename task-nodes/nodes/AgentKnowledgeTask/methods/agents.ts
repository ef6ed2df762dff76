import type { ILoadOptionsFunctions, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';
import { listAgents } from '../../gateway/connections';
import { chosenConnection } from '../fields/connection-locator';
import { type Entry, matching } from './matching';

/** Pages of 460 agents that one request of the editor reads at most. */
const MOST_PAGES = 4;

/**
 * The agents of the connection that is chosen in the node, or of the only one. The service cannot search them, so the
 * filter is applied page by page until something matches.
 */
export async function searchAgents(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	let offset = Number(paginationToken ?? 0);
	for (let pages = 0; pages < MOST_PAGES; pages += 1) {
		const { entries, nextOffset } = await readPage(this, offset);
		const results = matching(entries, filter);
		if (nextOffset === undefined) return { results };
		if (results.length > 0) return { results, paginationToken: String(nextOffset) };
		offset = nextOffset;
	}
	return { results: [], paginationToken: String(offset) };
}

/** For a field with many choices. n8n searches the loaded list itself. */
export async function getAgents(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const all = new Map<string, Entry>();
	let offset: number | undefined = 0;
	for (let pages = 0; pages < MOST_PAGES && offset !== undefined; pages += 1) {
		const page = await readPage(this, offset);
		for (const entry of page.entries) all.set(entry.value, entry);
		offset = page.nextOffset;
	}
	return matching([...all.values()]);
}

async function readPage(context: ILoadOptionsFunctions, offset: number) {
	const { agents, nextOffset } = await listAgents(context, await chosenConnection(context), offset);
	const entries = agents.map(({ id, name }) => ({ name: name === '' ? id : `${name} (${id})`, value: id }));
	return { entries, nextOffset };
}
