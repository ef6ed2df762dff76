import { Readable } from 'node:stream';
import { type ApiClient, LIMITS, type QaPair, type Source } from '../../../api';
import { openBlobs, receiveUpload } from '../../../worker/storage/blobs';
import { blobsSchema } from '../../../worker/storage/settings';
import { KnowledgeSets, type Manifest } from '../../../worker/storage/knowledge-sets';
import type { Keyring } from '../../../worker/temporal';
import { itemKey } from '../../../workflows/knowledge-sync/row-key';
import type { ItemType } from '../../../workflows/knowledge-sync/plan';
import type { WantedRow } from '../../../workflows/knowledge-sync/wanted-row-contract';

/** An item of the agent as the service shows it to anybody. */
export interface Item {
	type: ItemType;
	id: number;
	name: string;
	/** Answer or text; null of pages and files. */
	body: string | null;
	enabled: boolean | null;
}

const TYPES = { url: 'page', text: 'text', file: 'file' } as const;
export const SET = 'Handbook';

/** One agent, what people do to it by hand, and what is theirs. */
export class AgentWorld {
	/** Ids of items that people added, or made theirs, by type. */
	readonly theirs = new Set<string>();

	constructor(
		private readonly api: ApiClient,
		readonly agentId: string,
		private readonly sets: KnowledgeSets,
	) {}

	async items(): Promise<Item[]> {
		const pairs = await this.#all<QaPair>((query) => this.api.call('listQaPairs', { params: this.#params, query }));
		const sources = await this.#all<Source>((query) => this.api.call('listSources', { params: this.#params, query }));
		const items = pairs.map(({ id, question, answer, enabled }): Item => ({
			type: 'qa',
			id,
			name: question,
			body: answer,
			enabled,
		}));
		for (const { id, type, name } of sources)
			items.push({
				type: TYPES[type],
				id,
				name,
				body: type === 'text' ? await this.#contentOf(id) : null,
				enabled: null,
			});
		return items;
	}

	async manifest(): Promise<Manifest | null> {
		const address = { connection: 'sandbox', agentId: this.agentId, set: SET };
		return (await this.sets.read(address)).manifest;
	}

	/** What is there before anything happens, such as the agent's own website. */
	async claimAll(): Promise<void> {
		for (const item of await this.items()) this.theirs.add(markOf(item));
	}

	async add(type: 'qa' | 'text', name: string, body: string): Promise<void> {
		// Nothing tells it from an addition whose outcome is not known.
		const owned = (await this.manifest())?.items ?? [];
		const isBegun = owned.some(
			({ begun, type: of }) => begun !== null && itemKey(of, begun.name) === itemKey(type, name),
		);
		if (isBegun) return;
		const { id } =
			type === 'qa'
				? await this.api.call('createQaPair', { params: this.#params, body: { question: name, answer: body } })
				: await this.api.call('addSource', { params: this.#params, body: { type, title: name, content: body } });
		this.theirs.add(markOf({ type, id }));
	}

	async edit(nth: number, body: string): Promise<void> {
		const item = await this.#nth(nth, ({ type }) => type === 'qa' || type === 'text');
		if (item === undefined) return;
		if (item.type === 'qa')
			await this.api.call('updateQaPair', { params: { ...this.#params, pairId: item.id }, body: { answer: body } });
		else
			await this.api.call('updateSource', { params: { ...this.#params, sourceId: item.id }, body: { content: body } });
		const owned = (await this.manifest())?.items ?? [];
		// Nothing shows any more that it comes from an addition whose outcome is not known.
		if (!owned.some(({ id, type }) => id === item.id && type === item.type)) this.theirs.add(markOf(item));
	}

	async remove(nth: number): Promise<void> {
		const item = await this.#nth(nth, () => true);
		if (item === undefined) return;
		if (item.type === 'qa') await this.api.call('deleteQaPair', { params: { ...this.#params, pairId: item.id } });
		else await this.api.call('deleteSource', { params: { ...this.#params, sourceId: item.id } });
		this.theirs.delete(markOf(item));
	}

	isTheirs(item: Pick<Item, 'type' | 'id'>): boolean {
		return this.theirs.has(markOf(item));
	}

	get #params(): { id: string } {
		return { id: this.agentId };
	}

	async #nth(nth: number, fits: (item: Item) => boolean): Promise<Item | undefined> {
		const items = (await this.items()).filter(fits);
		return items[nth % Math.max(1, items.length)];
	}

	async #contentOf(id: number): Promise<string | null> {
		return (await this.api.call('getSource', { params: { ...this.#params, sourceId: id } })).content;
	}

	async #all<Each>(read: (query: { limit: number; offset: number }) => Promise<{ items: Each[]; total: number }>) {
		const all: Each[] = [];
		for (let total = 1; all.length < total;) {
			const page = await read({ limit: LIMITS.pageSize, offset: all.length });
			all.push(...page.items);
			({ total } = page);
			if (page.items.length === 0) break;
		}
		return all;
	}
}

export function markOf({ type, id }: Pick<Item, 'type' | 'id'>): string {
	return `${type === 'qa' ? 'qa' : 'source'} ${id}`;
}

/** Whether an item is what a row wants. A page's content is the service's to fetch, and a file's cannot be read. */
export function isWanted(item: Item, row: WantedRow): boolean {
	switch (row.type) {
		case 'qa':
			return (
				item.type === 'qa' &&
				item.name === row.question &&
				item.body === row.answer &&
				item.enabled === (row.enabled ?? item.enabled)
			);
		case 'text':
			return item.type === 'text' && item.name === row.title && item.body === row.content;
		case 'page':
			return item.type === 'page' && itemKey('page', item.name) === itemKey('page', row.url);
		case 'file':
			return item.type === 'file' && item.name === row.filename;
	}
}

/** The least requests that lead from what was there to what is there now. */
export function leastWrites(before: readonly Item[], after: readonly Item[]): number {
	const was = new Map(before.map((item) => [markOf(item), item]));
	const is = new Map(after.map((item) => [markOf(item), item]));
	const deleted = before.filter((item) => !is.has(markOf(item))).length;
	const added = after.filter((item) => !was.has(markOf(item)));
	// A pair is added enabled, so a disabled one takes a second request.
	const disabled = added.filter(({ enabled }) => enabled === false).length;
	const changed = after.filter((item) => {
		const earlier = was.get(markOf(item));
		return earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(item);
	}).length;
	return deleted + added.length + disabled + changed;
}

export function setsOf(blobs: string, keyring: Keyring): KnowledgeSets {
	return new KnowledgeSets(openBlobs(blobsSchema.parse({ directory: blobs })).store, keyring);
}

export async function upload(blobs: string, content: string): Promise<string> {
	const { store } = openBlobs(blobsSchema.parse({ directory: blobs }));
	return (await receiveUpload(store, Readable.from([content]), LIMITS.fileBytes)).blob;
}
