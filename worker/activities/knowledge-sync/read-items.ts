import { z } from 'zod';
import { type ApiClient, ApiError, type QaPair, type Source, type Window } from '../../../api';
import type {
	Chunks,
	FoundTexts,
	ItemsRead,
	PlanSet,
	ReadItems,
	ReadTexts,
	TextsRead,
} from '../../../workflows/knowledge-sync/activities';
import { itemKey } from '../../../workflows/knowledge-sync/row-key';
import type { OwnedItem, ShownItem } from '../../../workflows/knowledge-sync/plan';
import { BEGIN_WITHIN_MS, PagesInOrder } from '../list-reading/read-pages';
import { apiFailure } from '../task/failure';
import { digestOf } from './content-digest';
import { excerptOf } from './plan-changes';
import { placeOf } from './item-index';
import { shownItemSchema, textBodySchema } from './part-schemas';
import type { PlannedRow } from './make-plan';
import { shownPair, shownSource } from './planned-rows';
import { chunksOf, keyOfSpan, spansOf, type StoredParts } from './stored-parts';

export interface ReadItemsWith {
	api: ApiClient;
	parts: StoredParts;
	attempt: number;
	/** How many calls one dispatch may make. */
	atOnce: number;
	signal: AbortSignal;
}

/** Reads pages (`PagesInOrder`) of an agent's pairs or sources, and stores what a plan compares. @throws `apiFailure` */
export async function readItems(
	{ agentId, list, offset, chunk, whole }: ReadItems,
	given: ReadItemsWith,
): Promise<ItemsRead> {
	const { api, parts, attempt, atOnce, signal } = given;
	const params = { id: agentId };
	const items: Array<ShownItem & { excerpt: string | null; content?: string }> = [];
	const result = async <Each extends { id: number }>(
		readPage: (
			window: Window,
			whileRead: AbortSignal,
		) => Promise<{ items: Each[]; total: number; limit: number; offset: number }>,
		shown: (item: Each) => (typeof items)[number],
	) => {
		const pages = new PagesInOrder<Each, number>(offset, ({ id }) => id);
		for await (const fresh of pages.read(readPage, atOnce, signal)) items.push(...fresh.map(shown));
		return pages.result();
	};
	const read =
		list === 'pairs'
			? await result<QaPair>(
					(query, whileRead) => api.call('listQaPairs', { params, query, signal: whileRead }),
					(pair) => ({
						...shownPair(pair),
						excerpt: excerptOf(pair.answer),
						...(whole === true ? { content: pair.answer } : {}),
					}),
				)
			: await result<Source>(
					(query, whileRead) => api.call('listSources', { params, query, signal: whileRead }),
					(source) => ({ ...shownSource(source, null), excerpt: null }),
				);
	// Nobody waits for an abandoned attempt: the task may have ended and its chunks may be deleted.
	signal.throwIfAborted();
	await parts.write('items', chunk, attempt, items);
	return { ...read, pagesAtOnce: atOnce, attempt };
}

/** Each item once: pages overlap, and reads that were dropped are stored too. The first one is the newest. */
export async function readShown(parts: StoredParts, chunks: Chunks): Promise<ShownItem[]> {
	const items = new Map<string, ShownItem>();
	for (const { number, attempt } of chunksOf(chunks))
		for (const item of await parts.read('items', number, attempt, shownItemSchema)) items.set(placeOf(item), item);
	return [...items.values()];
}

/** An item of the agent with all that it says. */
export interface ItemWithContent {
	item: ShownItem;
	/** Answer or text. Null: there is none, or it is still being stored. */
	content: string | null;
}

const itemWithContentSchema = shownItemSchema.and(z.object({ content: z.string().optional() }));
const textContentSchema = z.object({ id: z.int(), content: z.string().nullish() });

/** What was read whole: pairs and pages, then texts, the oldest first. In memory: one chunk, and the names of texts. */
export async function* itemsWithContent(
	parts: StoredParts,
	{ items, texts }: Pick<PlanSet, 'items' | 'texts'>,
): AsyncGenerator<ItemWithContent> {
	const seen = new Set<string>();
	const named = new Map<number, ShownItem>();
	for (const { number, attempt } of chunksOf(items).toReversed()) {
		for (const { content = null, ...item } of (
			await parts.read('items', number, attempt, itemWithContentSchema)
		).toReversed()) {
			if (seen.has(placeOf(item))) continue;
			seen.add(placeOf(item));
			if (item.type === 'text') named.set(item.id, item);
			else yield { item, content };
		}
	}
	for (const { number, attempt } of spansOf(texts).toReversed()) {
		for (const { id, content = null } of (
			await parts.read('bodies', number, attempt, textContentSchema)
		).toReversed()) {
			const item = named.get(id);
			if (item !== undefined) yield { item, content };
		}
	}
}

/** What decides which texts are read. */
export interface TextsToFind {
	rows: readonly PlannedRow[];
	owned: readonly OwnedItem[];
	shown: readonly ShownItem[];
	/** Instead: all that a set can take over. What other sets own. */
	allBut?: readonly OwnedItem[] | undefined;
}

/** Stores the ids of the texts whose content a plan compares: those of the set, and those of a name that it wants. */
export async function storeTexts(
	{ rows, owned, shown, allBut }: TextsToFind,
	chunk: number,
	{ parts, attempt }: Pick<ReadItemsWith, 'parts' | 'attempt'>,
): Promise<FoundTexts> {
	const names = new Set([...rows, ...owned].map(({ type, name }) => itemKey(type, name)));
	for (const { type, begun } of owned) if (begun !== null) names.add(itemKey(type, begun.name));
	const ids = new Set(owned.flatMap(({ id }) => (id === null ? [] : [id])));
	const ofOthers = new Set((allBut ?? []).map(({ id }) => id));
	const isWanted = ({ type, id, name, isFailed }: ShownItem) =>
		allBut === undefined ? ids.has(id) || names.has(itemKey(type, name)) : !isFailed && !ofOthers.has(id);
	const wanted = shown.filter((item) => item.type === 'text' && isWanted(item));
	await parts.write(
		'texts',
		chunk,
		attempt,
		wanted.map(({ id }) => ({ id, body: null })),
	);
	return { texts: wanted.length, attempt };
}

/** Reads the contents of texts, one call each, and stores their digests under the first number. @throws `apiFailure` */
export async function readTexts(
	{ agentId, found, span: [from, to], whole }: ReadTexts,
	{ api, parts, attempt, atOnce, signal }: ReadItemsWith,
): Promise<TextsRead> {
	const ids = (await parts.read('texts', found.chunk, found.attempt, textBodySchema)).slice(from, to);
	const bodies: Array<{ id: number; body: string | null; excerpt: string | null; content?: string | null }> = [];
	const beginUntil = Date.now() + BEGIN_WITHIN_MS;
	for (const { id } of ids) {
		if (bodies.length > 0 && Date.now() > beginUntil) break;
		try {
			const params = { id: agentId, sourceId: id };
			const { content } = await api.call('getSource', { params, signal });
			bodies.push(
				content === null
					? { id, body: null, excerpt: null }
					: {
							id,
							body: digestOf(content),
							excerpt: excerptOf(content),
							...(whole === true ? { content } : {}),
						},
			);
		} catch (error) {
			if (error instanceof ApiError && error.status === 404) bodies.push({ id, body: null, excerpt: null });
			else if (bodies.length > 0) break;
			else throw apiFailure(error);
		}
	}
	signal.throwIfAborted();
	await parts.write('bodies', keyOfSpan(found.chunk, from), attempt, bodies);
	return { next: from + bodies.length, atOnce, attempt };
}
