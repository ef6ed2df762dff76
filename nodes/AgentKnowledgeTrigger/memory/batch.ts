import type { Sighting } from './sighting';

/** Items that one poll gives out at most; the rest comes with the next polls. */
export const MOST_ITEMS = 100;
/** And so much of them, as JSON: the batch is kept in the workflow's static data. One item is always given out. */
const MOST_BYTES = 256_000;

/** @param news oldest first @returns the oldest, as many as one poll gives out */
export function takeOldest(news: readonly Sighting[]): Sighting[] {
	let bytes = 0;
	const end = news.findIndex(({ item }, index) => {
		bytes += Buffer.byteLength(JSON.stringify(item));
		return index >= MOST_ITEMS || (index > 0 && bytes > MOST_BYTES);
	});
	return end === -1 ? [...news] : news.slice(0, end);
}
