import type { List } from '../schemas';

/** Items asked for at once (specification, part 8). */
export const PAGE_LIMIT = 100;
/** Of a hundred items ten are read again on the next page. */
const STEP_SHARE = 0.9;
const STEP_BACK_SHARE = 0.5;

export type ReadPage = (page: { limit: number; offset: number }) => Promise<List<unknown>>;

/**
 * Reads a newest-first list that changes while it is read. Each page overlaps the one before; when
 * nothing on it is known, items before it went away, and the reading steps back until it meets something known or the
 * start. What is there during the whole reading is yielded exactly once. What comes in meanwhile may be yielded too:
 * leave it out by its date.
 */
export async function* readByAnchor(readPage: ReadPage): AsyncGenerator<unknown, void, undefined> {
	const known = new Set<string>();
	let offset = 0;
	for (;;) {
		const page = await readPage({ limit: PAGE_LIMIT, offset });
		const { items } = page;
		const fresh = items
			.map((item) => ({ item, identity: identityOf(item) }))
			.filter(({ identity }) => !known.has(identity));
		const anchored = offset === 0 || fresh.length < items.length;
		if (!anchored) {
			offset = Math.max(0, offset - Math.floor(PAGE_LIMIT * STEP_BACK_SHARE));
			continue;
		}
		for (const { item, identity } of fresh) {
			if (known.has(identity)) continue;
			known.add(identity);
			yield item;
		}
		if (items.length === 0 || offset + items.length >= page.total) return;
		// A service that gives out smaller pages than were asked for still leaves an overlap.
		offset += Math.max(1, Math.min(items.length - 1, Math.floor(items.length * STEP_SHARE)));
	}
}

/** The id; an item without one (the specification shows none for conversations) is known by all of its content. */
function identityOf(item: unknown): string {
	const id: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, 'id') : undefined;
	return typeof id === 'string' || typeof id === 'number' ? `id ${id}` : `content ${JSON.stringify(item)}`;
}
