import {
	doesNotGoOn,
	joinedPages,
	offsetAfter,
	type ReadPage,
	throwIfWithheld,
	UnreadableListError,
} from '../generated/pages';

const PAGE = 100;
/** Attempts to read a list that changes meanwhile. */
const MOST_TRIES = 5;
/** Above it, the service is taken to return equal items at any offset. */
const MOST_PAGES = 1_000;

/**
 * Reads a list whose items have no id, in its order. Equal items count as different ones. Two pages join where the
 * beginning of one repeats the end of the other. If the list changed too much to join, the reading starts again.
 * @param most at most so many items. Default: all
 * @throws UnreadableListError if the list cannot be read whole
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

/** @returns null if two pages do not join */
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

/**
 * Where a page begins among the known items, as near to its offset as possible: items above it may be new or deleted.
 */
function placeOf(texts: readonly string[], known: readonly string[], offset: number): number | null {
	const places = known
		.map((_, place) => place)
		.sort((one, other) => Math.abs(one - offset) - Math.abs(other - offset))
		.filter((place) => texts.every((text, index) => (known[place + index] ?? text) === text));
	// An empty page joins anything.
	return places[0] ?? (known.length === 0 || texts.length === 0 ? known.length : null);
}
