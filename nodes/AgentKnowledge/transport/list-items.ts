import {
	doesNotGoOn,
	identityOf,
	isLastPage,
	joinedPages,
	offsetAfter,
	type ReadPage,
	throwIfWithheld,
	UnreadableListError,
} from '../generated/pages';

const PAGE = 100;
const BACK = 50;
/** Pages in a row without a new item, after which the list counts as read. */
const MOST_BARREN = 50;

/**
 * Reads a newest-first list, page by page, while it changes. Pages overlap. If a page shows no known item, items were
 * deleted above it, so the reading steps back until it meets one. No item is lost or doubled. The reading ends when
 * nothing new comes: `total` alone neither ends nor prolongs it.
 * @param most at most so many items. Default: all
 * @throws UnreadableListError if it reaches no end that proves `total` wrong
 */
export async function* listItems<Each extends { id?: unknown }>(
	readPage: ReadPage<Each>,
	most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Each, void, undefined> {
	const read = joinedPages(readPage);
	const seen = new Set<string>();
	const limit = Math.min(PAGE, most);
	let lowest: string | undefined;
	let barren = 0;
	/** Pages in a row that ended at the lowest known item. */
	let endings = 0;
	let stepsBack = 0;
	/** The first item of the page before. A page that begins with it again ignores the offset. */
	let top: string | undefined;
	for (let offset = 0; ;) {
		const page = await read({ limit, offset });
		const { items } = page;
		if (endings === 0) throwIfWithheld(page, { limit, offset });
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
		const [first = last] = items;
		const moves = identityOf(first) !== top;
		top = identityOf(first);
		barren = fresh.length > 0 ? 0 : barren + 1;
		endings = fresh.length === 0 && identityOf(last) === lowest ? endings + 1 : 0;
		if (barren > MOST_BARREN) throw changesTooFast();
		// If `total` says that more is below, one more page must prove it wrong.
		if (endings > (offset + items.length >= page.total ? 0 : 1)) {
			if (!moves && page.total > seen.size) throw doesNotGoOn(page.total, seen.size);
			return;
		}
		if (fresh.includes(last)) lowest = identityOf(last);
		offset = offsetAfter(offset, items.length);
	}
}

function changesTooFast(): UnreadableListError {
	return new UnreadableListError('It grows faster than it can be read.');
}
