import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import type { SourceType } from '../../../api';
import { nodeErrorFrom } from '../errors/node-error';
import type { Api } from '../transport/api';
import { createApi } from '../transport/api';
import {
	doesNotGoOn,
	isLastPage,
	joinedPages,
	type Page,
	type ReadPage,
	throwIfWithheld,
	type Window,
} from '../generated/pages';
import { EDITOR_PATIENCE } from './editor-patience';

const PAGE = 100;
/** Pages that one request of the editor searches at most. It asks for more when the user scrolls. */
const MOST_PAGES = 5;

interface Entry {
	id: string | number;
	name: string;
}

type ReadEntries = (api: Api, window: Window) => Promise<Page<Entry>>;

/** Fields that people know an agent by, the best first. */
const HUMAN_FIELDS = [/^name$/i, /name$/i, /title$|label$/i, /website|domain|host|url/i, /description/i];

/** The specification states only the id of an agent (part 2), so this shows the best name among its other fields. */
export function agentName({ id, ...fields }: { id: string; [field: string]: unknown }): string {
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
			const page = await api.call('listAgents', { query: { ...window } });
			return entriesOf(page, (agent) => ({ id: agent.id, name: agentName(agent) }));
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
			const page = await api.call('listQaPairs', { params: { id }, query: { ...window, kind: 'qa' } });
			return entriesOf(page, (pair) => ({ id: pair.id, name: pair.question }));
		};
		return await search(this, filter, paginationToken, ofAgent(this, read));
	},

	async searchMailboxes(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
		const read: ReadOf = async (api, id) => {
			const { mailboxes } = await api.call('listMailboxes', { params: { id } });
			return allOf(mailboxes.map((one) => ({ id: one.id, name: `${one.address} (${one.status})` })));
		};
		return await search(this, filter, undefined, ofAgent(this, read));
	},
};

type ReadOf = (api: Api, agentId: string, window: Window) => ReturnType<ReadEntries>;

/** An empty list until the user chooses an agent. */
function ofAgent(context: ILoadOptionsFunctions, read: ReadOf): ReadEntries {
	const agentId = context.getCurrentNodeParameter('agentId', { extractValue: true });
	return async (api, window) => {
		if (typeof agentId !== 'string' || agentId === '') return allOf([]);
		return await read(api, agentId, window);
	};
}

function sourcesOf(context: ILoadOptionsFunctions, type?: SourceType): ReadEntries {
	return ofAgent(context, async (api, id, window) => {
		const query = { ...window, ...(type === undefined ? {} : { type }) };
		const page = await api.call('listSources', { params: { id }, query });
		return entriesOf(page, (source) => ({ id: source.id, name: `${source.name} (${source.status})` }));
	});
}

function entriesOf<Each>({ items, total, limit }: Page<Each>, entryOf: (item: Each) => Entry): Page<Entry> {
	return { items: items.map(entryOf), total, limit };
}

function allOf(items: Entry[]): Page<Entry> {
	return { items, total: items.length, limit: PAGE };
}

/**
 * The service cannot search these lists, so the filter applies here, page by page, until something matches. Without a
 * filter, several small pages become one, because the editor asks for more only if its list is long enough to scroll.
 */
async function search(
	context: ILoadOptionsFunctions,
	filter: string | undefined,
	paginationToken: string | undefined,
	read: ReadEntries,
): Promise<INodeListSearchResult> {
	const api = createApi(context, EDITOR_PATIENCE);
	const wanted = filter?.toLowerCase() ?? '';
	const enough = wanted === '' ? PAGE : 1;
	const results: INodeListSearchItems[] = [];
	const pages = new Pages(
		joinedPages((window) => read(api, window)),
		paginationToken,
	);
	try {
		for (let count = 0; count < MOST_PAGES && results.length < enough; count++) {
			const entries = await pages.next();
			const named = entries.map(({ id: value, name }) => ({ name, value }));
			results.push(...named.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted)));
			if (pages.token === undefined) return { results };
		}
	} catch (error) {
		throw nodeErrorFrom(error, { node: context.getNode() });
	}
	return { results, paginationToken: pages.token };
}

/** The pages of a list. The token that the editor returns has the next offset and the first entry of the list. */
class Pages {
	private offset: number;
	private top: string;
	private isEnd = false;

	constructor(
		private readonly read: ReadPage<Entry>,
		token = '0 ',
	) {
		const space = token.indexOf(' ');
		this.offset = Number(token.slice(0, space));
		this.top = token.slice(space + 1);
	}

	/** Undefined at the end. */
	get token(): string | undefined {
		return this.isEnd ? undefined : `${this.offset} ${this.top}`;
	}

	async next(): Promise<Entry[]> {
		const window = { limit: PAGE, offset: this.offset };
		const page = await this.read(window);
		throwIfWithheld(page, window);
		const [first] = page.items;
		const isSame = first !== undefined && this.offset > 0 && String(first.id) === this.top;
		if (isSame && page.total > this.offset) throw doesNotGoOn(page.total, this.offset);
		this.isEnd = first === undefined || isSame || isLastPage(page, window);
		if (first === undefined || isSame) return [];
		if (this.offset === 0) this.top = String(first.id);
		this.offset += page.items.length;
		return page.items;
	}
}
