/** A part of a list to ask for. */
export interface Window {
	limit: number;
	offset: number;
}

/** One page of a list, in the service's envelope (specification, part 2). */
export type ReadPage<Each> = (window: Window) => Promise<{ items: Each[]; total: number }>;

const PAGE = 100;
const STEP_SHARE = 0.9;
const BACK = 50;

/**
 * Reads a newest-first list, page by page, though it changes meanwhile. Pages overlap; where one
 * shows nothing known, items were deleted above it, and it steps back until it does. Nothing is lost or doubled.
 * @param most at most so many items; left out for all
 */
export async function* listItems<Each extends { id?: unknown }>(
	readPage: ReadPage<Each>,
	most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Each, void, undefined> {
	const seen = new Set<string>();
	const limit = Math.min(PAGE, most);
	for (let offset = 0; ;) {
		const { items, total } = await readPage({ limit, offset });
		const fresh = items.filter((item) => !seen.has(identityOf(item)));
		if (offset > 0 && fresh.length === items.length) {
			offset = Math.max(0, offset - BACK);
			continue;
		}
		for (const item of fresh) {
			if (seen.has(identityOf(item))) continue;
			seen.add(identityOf(item));
			yield item;
			if (seen.size >= most) return;
		}
		if (items.length === 0 || offset + items.length >= total) return;
		// A service that gives out smaller pages than were asked for still leaves an overlap.
		offset += Math.max(1, Math.min(items.length - 1, Math.floor(items.length * STEP_SHARE)));
	}
}

/** The id; an item without one (the specification shows none for some records) is known by all of its content. */
function identityOf(item: { id?: unknown }): string {
	const { id } = item;
	return typeof id === 'string' || typeof id === 'number' ? `id ${id}` : `content ${JSON.stringify(item)}`;
}
