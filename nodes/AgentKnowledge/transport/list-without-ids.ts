import {
	doesNotGoOn,
	joinedPages,
	offsetAfter,
	type ReadPage,
	throwIfWithheld,
	UnreadableListError,
} from '../generated/pages';

const PAGE = 100;
/** How often to begin anew, where the list changes meanwhile. */
const MOST_TRIES = 5;
/** Then it does not end: the service gives out equal items, whatever the offset. */
const MOST_PAGES = 1_000;

/**
 * Reads a list whose items have no id, in its order. Equal items are items of their own: a page joins what was read
 * where its beginning repeats the end of that. A list that changed too much to join is read again from the top.
 * @param most at most so many items. Default: all
 * @throws UnreadableListError when it cannot be read whole
 */
export async function readWithoutIds<Each extends object>(
	readPage: ReadPage<Each>,
	most = Number.POSITIVE_INFINITY,
): Promise<Each[]> {
	const read = joinedPages(readPage);
	for (let tries = 0; tries < MOST_TRIES; tries++) {
		const items = await readThrough(read, most);
		if (items !== null) return items.slice(0, most);
	}
	throw new UnreadableListError('It changed too often while it was read.');
}

/** @returns null when two pages do not join */
async function readThrough<Each extends object>(readPage: ReadPage<Each>, most: number): Promise<Each[] | null> {
	const items: Each[] = [];
	const known: string[] = [];
	for (let offset = 0, pages = 0; pages < MOST_PAGES; pages++) {
		const page = await readPage({ limit: PAGE, offset });
		const texts = page.items.map((item) => JSON.stringify(item));
		throwIfWithheld(page, { limit: PAGE, offset });
		const place = placeOf(texts, known, offset);
		if (place === null) return null;
		const fresh = page.items.slice(known.length - place);
		if (fresh.length === 0) {
			if (place === 0 && page.total > known.length) throw doesNotGoOn(page.total, known.length);
			return items;
		}
		items.push(...fresh);
		known.push(...texts.slice(known.length - place));
		if (items.length >= most) return items;
		offset = offsetAfter(place, texts.length);
	}
	throw new UnreadableListError('It does not end.');
}

/** Where in what was read a page begins, as near to its offset as possible: items above it may have come or gone. */
function placeOf(texts: readonly string[], known: readonly string[], offset: number): number | null {
	const places = known
		.map((_, place) => place)
		.sort((one, other) => Math.abs(one - offset) - Math.abs(other - offset))
		.filter((place) => texts.every((text, index) => (known[place + index] ?? text) === text));
	// An empty page follows on everything.
	return places[0] ?? (known.length === 0 || texts.length === 0 ? known.length : null);
}
