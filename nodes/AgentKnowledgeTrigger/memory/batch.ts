import type { Sighting } from './sighting';

/** Items that one poll returns at most. The rest follows with the next polls. */
export const MOST_ITEMS = 100;
/** Size of their JSON, because the batch is kept in the workflow's static data. A larger item goes alone. */
const MOST_BYTES = 256_000;

/** @param news oldest first @returns the oldest, as many as one poll returns */
export function takeOldest(news: readonly Sighting[]): Sighting[] {
	let bytes = 0;
	const end = news.findIndex(({ item }, index) => {
		bytes += Buffer.byteLength(JSON.stringify(item));
		return index >= MOST_ITEMS || (index > 0 && bytes > MOST_BYTES);
	});
	return end === -1 ? [...news] : news.slice(0, end);
}
