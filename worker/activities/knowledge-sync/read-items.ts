import { type ApiClient, ApiError, type QaPair, type Source, type Window } from '../../../api';
import type {
	FoundTexts,
	ItemsRead,
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
import type { StoredParts } from './stored-parts';

export interface ReadItemsWith {
	api: ApiClient;
	parts: StoredParts;
	attempt: number;
	/** How many calls one dispatch may make. */
	atOnce: number;
	signal: AbortSignal;
}

/** Reads pages (`PagesInOrder`) of an agent's pairs or sources, and stores what a plan compares. @throws `apiFailure` */
export async function readItems({ agentId, list, offset, chunk }: ReadItems, given: ReadItemsWith): Promise<ItemsRead> {
	const { api, parts, attempt, atOnce, signal } = given;
	const params = { id: agentId };
	const items: Array<ShownItem & { excerpt: string | null }> = [];
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
					(pair) => ({ ...shownPair(pair), excerpt: excerptOf(pair.answer) }),
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
export async function readShown(
	parts: StoredParts,
	{ from, to, attempts }: { from: number; to: number; attempts: Readonly<Record<string, number>> },
): Promise<ShownItem[]> {
	const items = new Map<string, ShownItem>();
	for (let chunk = from; chunk < to; chunk += 1) {
		const attempt = attempts[chunk] ?? 1;
		if (attempt === 0) continue;
		for (const item of await parts.read('items', chunk, attempt, shownItemSchema)) items.set(placeOf(item), item);
	}
	return [...items.values()];
}

/** Stores the ids of the texts whose content a plan compares: those of the set, and those of a name that it wants. */
export async function storeTexts(
	{ rows, owned, shown }: { rows: readonly PlannedRow[]; owned: readonly OwnedItem[]; shown: readonly ShownItem[] },
	chunk: number,
	{ parts, attempt }: Pick<ReadItemsWith, 'parts' | 'attempt'>,
): Promise<FoundTexts> {
	const names = new Set([...rows, ...owned].map(({ type, name }) => itemKey(type, name)));
	for (const { type, begun } of owned) if (begun !== null) names.add(itemKey(type, begun.name));
	const ids = new Set(owned.flatMap(({ id }) => (id === null ? [] : [id])));
	const wanted = shown.filter(
		({ type, id, name }) => type === 'text' && (ids.has(id) || names.has(itemKey(type, name))),
	);
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
	{ agentId, found, span: [from, to] }: ReadTexts,
	{ api, parts, attempt, atOnce, signal }: ReadItemsWith,
): Promise<TextsRead> {
	const ids = (await parts.read('texts', found.chunk, found.attempt, textBodySchema)).slice(from, to);
	const bodies: Array<{ id: number; body: string | null; excerpt: string | null }> = [];
	const beginUntil = Date.now() + BEGIN_WITHIN_MS;
	for (const { id } of ids) {
		if (bodies.length > 0 && Date.now() > beginUntil) break;
		try {
			const params = { id: agentId, sourceId: id };
			const { content } = await api.call('getSource', { params, signal });
			bodies.push(
				content === null
					? { id, body: null, excerpt: null }
					: { id, body: digestOf(content), excerpt: excerptOf(content) },
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

/** A set has at most 20,000 texts, and a round of reading has a chunk of its own. */
const TEXTS = 100_000;

export function keyOfSpan(chunk: number, from: number): number {
	return chunk * TEXTS + from;
}
