/** A part of a list to ask for. */
export interface Window {
	limit: number;
	offset: number;
}

type ReadPage<Each> = (window: Window) => Promise<{ items: Each[] }>;

const PAGE = 100;
const STEP = 90;
const BACK = 50;

/**
 * Reads a newest-first list, page by page, though it changes meanwhile (design, part 5). Pages overlap; where one
 * shows nothing known, items were deleted above it, and it steps back until it does. Nothing is lost or doubled.
 * @param most at most so many items; left out for all
 */
export async function* listItems<Each extends { id?: unknown }>(
	readPage: ReadPage<Each>,
	most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Each, void, undefined> {
	const seen = new Set<unknown>();
	const limit = Math.min(PAGE, most);
	for (let offset = 0; ; offset += STEP) {
		const { items } = await readPage({ limit, offset });
		if (offset > 0 && !items.some(({ id }) => seen.has(id))) {
			offset = Math.max(0, offset - BACK) - STEP;
			continue;
		}
		for (const item of items) {
			if (seen.has(item.id)) continue;
			seen.add(item.id);
			yield item;
			if (seen.size >= most) return;
		}
		if (items.length < limit) return;
	}
}
