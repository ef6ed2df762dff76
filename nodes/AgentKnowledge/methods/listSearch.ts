import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import type { SourceType } from '../../../api';
import { nodeErrorFrom } from '../errors/node-error';
import type { Api } from '../transport/api';
import { createApi } from '../transport/api';
import { EDITOR_PATIENCE_MS } from './editor-patience';
import type { Window } from '../transport/list-items';

const PAGE = 100;
/** Pages looked through for a filter before the editor is given what there is, and asks on by scrolling. */
const MOST_PAGES = 5;

type ReadEntries = (api: Api, window: Window) => Promise<{ entries: INodeListSearchItems[]; total: number }>;

/** Fields that people know an agent by, the best first. */
const HUMAN_FIELDS = [/^name$/i, /name$/i, /title$|label$/i, /website|domain|host|url/i, /description/i];

/** Only the id of an agent is stated (specification, part 2): whatever else it is called by is shown in its place. */
function agentName({ id, ...fields }: { id: string; [field: string]: unknown }): string {
	const texts = Object.entries(fields).flatMap(([field, value]) =>
		typeof value === 'string' && value.trim() !== '' ? [{ field, value }] : [],
	);
	const ranked = HUMAN_FIELDS.flatMap((pattern) => texts.filter(({ field }) => pattern.test(field)));
	return ranked[0]?.value ?? id;
}

/** The list of agents, for every node that asks for one. */
export const agentSearch = {
	async searchAgents(
		this: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		return await search(this, filter, paginationToken, async (api, window) => {
			const { items, total } = await api.call('listAgents', { query: { ...window } });
			return { total, entries: items.map((agent) => ({ value: agent.id, name: agentName(agent) })) };
		});
	},
};

/** The lists that the editor shows under "From List". */
export const listSearch = {
	...agentSearch,

	async searchSources(
		this: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		return await search(this, filter, paginationToken, sourcesOf(this));
	},

	async searchTextSources(
		this: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		return await search(this, filter, paginationToken, sourcesOf(this, 'text'));
	},

	async searchQaPairs(
		this: ILoadOptionsFunctions,
		filter?: string,
		paginationToken?: string,
	): Promise<INodeListSearchResult> {
		const read: ReadOf = async (api, id, window) => {
			const { items, total } = await api.call('listQaPairs', { params: { id }, query: { ...window, kind: 'qa' } });
			return { total, entries: items.map((pair) => ({ value: pair.id, name: pair.question })) };
		};
		return await search(this, filter, paginationToken, ofAgent(this, read));
	},

	async searchMailboxes(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		const read: ReadOf = async (api, id) => {
			const { mailboxes } = await api.call('listMailboxes', { params: { id } });
			const entries = mailboxes.map((one) => ({ value: one.id, name: `${one.address} (${one.status})` }));
			return { total: entries.length, entries };
		};
		return await search(this, filter, undefined, ofAgent(this, read));
	},
};

type ReadOf = (api: Api, agentId: string, window: Window) => ReturnType<ReadEntries>;

/** Nothing, until an agent is chosen. */
function ofAgent(context: ILoadOptionsFunctions, read: ReadOf): ReadEntries {
	const agentId = context.getCurrentNodeParameter('agentId', { extractValue: true });
	return async (api, window) => {
		if (typeof agentId !== 'string' || agentId === '') return { entries: [], total: 0 };
		return await read(api, agentId, window);
	};
}

function sourcesOf(context: ILoadOptionsFunctions, type?: SourceType): ReadEntries {
	return ofAgent(context, async (api, id, window) => {
		const query = { ...window, ...(type === undefined ? {} : { type }) };
		const { items, total } = await api.call('listSources', { params: { id }, query });
		return { total, entries: items.map(({ id: value, name, status }) => ({ value, name: `${name} (${status})` })) };
	});
}

/** The service cannot search these lists: the filter is applied here, page by page, until something matches. */
async function search(
	context: ILoadOptionsFunctions,
	filter: string | undefined,
	paginationToken: string | undefined,
	read: ReadEntries,
): Promise<INodeListSearchResult> {
	const api = createApi(context, { patienceMs: EDITOR_PATIENCE_MS });
	const wanted = filter?.toLowerCase() ?? '';
	const results: INodeListSearchItems[] = [];
	let offset = Number(paginationToken ?? 0);
	try {
		for (let pages = 0; pages < MOST_PAGES && results.length === 0; pages++) {
			const { entries, total } = await read(api, { limit: PAGE, offset });
			results.push(...entries.filter(({ name, value }) => `${name} ${String(value)}`.toLowerCase().includes(wanted)));
			offset += PAGE;
			if (offset >= total) return { results };
		}
	} catch (error) {
		throw nodeErrorFrom(error, { node: context.getNode() });
	}
	return { results, paginationToken: String(offset) };
}
