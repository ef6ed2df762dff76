import {
	doesNotGoOn,
	identityOf,
	isLastPage,
	joinedPages,
	offsetAfter,
	type Page,
	type ReadPage,
	throwIfWithheld,
	type Window,
} from '../../../api';

/**
 * Reads one page of a list whose end can be told from its `total`, of whatever service: pages of one item are joined,
 * and a `total` that counts the page alone becomes higher if more follows. Where the list ends, one more request looks
 * whether it began anew. A dispatch of one call makes the first of these alone (`DispatchedCalls`).
 * @throws UnreadableListError when a list would end too soon
 */
export async function readListPage<Each extends { id?: unknown }>(
	readPage: ReadPage<Each>,
	window: Window,
): Promise<Page<Each>> {
	const page = await pageWithRest(readPage, window);
	if (window.offset > 0 && window.offset + page.items.length >= page.total) await throwIfFirst(page, readPage);
	return page;
}

/** A page, and whether the list goes on below it. */
async function pageWithRest<Each extends { id?: unknown }>(
	readPage: ReadPage<Each>,
	window: Window,
): Promise<Page<Each>> {
	const page = await joinedPages(readPage)(window);
	throwIfWithheld(page, window);
	const end = window.offset + page.items.length;
	if (page.items.length === 0 || end < page.total || isLastPage(page, window)) return page;
	return (await goesOn(page, readPage, window)) ? { ...page, total: end + 1 } : page;
}

/** @throws UnreadableListError when the page is the first one again, because the service ignores the offset */
async function throwIfFirst<Each extends { id?: unknown }>(
	{ items, total }: Page<Each>,
	readPage: ReadPage<Each>,
): Promise<void> {
	const [top] = (await readPage({ limit: 1, offset: 0 })).items;
	const [first] = items;
	if (top === undefined || first === undefined || total <= items.length) return;
	if (identityOf(top) === identityOf(first)) throw doesNotGoOn(total, items.length);
}

/** Looks below a page that is as long as it may be. */
async function goesOn<Each extends { id?: unknown }>(
	{ items }: Page<Each>,
	readPage: ReadPage<Each>,
	{ limit, offset }: Window,
): Promise<boolean> {
	const known = new Set(items.map(identityOf));
	const below = await readPage({ limit, offset: offsetAfter(offset, items.length) });
	return below.items.some((item) => !known.has(identityOf(item)));
}

/**
 * Where the next page of a list begins; null after the last one. Pages overlap, so a reader counts each item once.
 * @param offset where this page began
 */
export function nextOffset(offset: number, { items, total }: Pick<Page<unknown>, 'items' | 'total'>): number | null {
	if (items.length === 0 || offset + items.length >= total) return null;
	return offsetAfter(offset, items.length);
}
