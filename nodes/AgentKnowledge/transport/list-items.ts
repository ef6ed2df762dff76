/** A part of a list to ask for. */
export interface Window {
	limit: number;
	offset: number;
}

/** One page of a list, in the service's envelope (specification, part 2). `limit` is what the service made of ours. */
export interface Page<Each> {
	items: Each[];
	total: number;
	limit?: number;
}
export type ReadPage<Each> = (window: Window) => Promise<Page<Each>>;

const PAGE = 100;
const STEP_SHARE = 0.9;
const BACK = 50;
/** Pages in a row without anything new, after which no more is expected to come. */
const MOST_BARREN = 50;

/**
 * Reads a newest-first list, page by page, though it changes meanwhile. Pages overlap; where one shows nothing known,
 * items were deleted above it, and it steps back until it does. Nothing is lost or doubled. It ends when nothing new
 * comes: `total` alone never ends it, and never keeps it going.
 * @param most at most so many items. Default: all
 */
export async function* listItems<Each extends { id?: unknown }>(
	readPage: ReadPage<Each>,
	most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Each, void, undefined> {
	const seen = new Set<string>();
	const limit = Math.min(PAGE, most);
	let lowest: string | undefined;
	let barren = 0;
	/** Pages in a row that come to the lowest known item, and no further. */
	let endings = 0;
	let stepsBack = 0;
	for (let offset = 0; ;) {
		const page = await readPage({ limit, offset });
		const { items } = page;
		const fresh = items.filter((item) => !seen.has(identityOf(item)));
		if (offset > 0 && fresh.length === items.length) {
			// Each step back is twice as long as the one before: thousands may have been deleted.
			offset = Math.max(0, offset - BACK * 2 ** stepsBack);
			stepsBack += 1;
			continue;
		}
		stepsBack = 0;
		for (const item of fresh) {
			if (seen.has(identityOf(item))) continue;
			seen.add(identityOf(item));
			yield item;
			if (seen.size >= most) return;
		}
		const last = items.at(-1);
		if (last === undefined || isLastPage(page, { limit, offset })) return;
		barren = fresh.length > 0 ? 0 : barren + 1;
		endings = fresh.length === 0 && identityOf(last) === lowest ? endings + 1 : 0;
		// Where `total` says that more is below, one more page has to show that it is wrong.
		const isEnd = endings > (offset + items.length >= page.total ? 0 : 1);
		if (isEnd || barren > MOST_BARREN) return;
		if (fresh.includes(last)) lowest = identityOf(last);
		offset = nextOffset(offset, items.length);
	}
}

/** Where the page after one of so many items begins. A service that gives out smaller pages still leaves an overlap. */
export function nextOffset(offset: number, items: number): number {
	return offset + Math.max(1, Math.min(items - 1, Math.floor(items * STEP_SHARE)));
}

/** Shorter than it may be, by the service's own limit too, and the end by `total`: nothing can come below it. */
export function isLastPage({ items, total, limit = 0 }: Page<unknown>, window: Window): boolean {
	return items.length < Math.min(window.limit, limit) && window.offset + items.length >= total;
}

/** The id; an item without one (the specification shows none for some records) is known by all of its content. */
function identityOf(item: { id?: unknown }): string {
	const { id } = item;
	return typeof id === 'string' || typeof id === 'number' ? `id ${id}` : `content ${JSON.stringify(item)}`;
}
