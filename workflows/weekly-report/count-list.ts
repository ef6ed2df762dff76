import { follow, top } from '../list-reading/place';
import type { ListRead } from '../list-reading/read-list';

/** Pages of a list that a report reads of an agent. */
const MOST_PAGES = 5;
/** More items than these pages have. */
const MOST_ITEMS = 480;

/**
 * Reads pages of a list that may change meanwhile, and adds up what each has.
 * @param read one page, without the items that are known by their marks
 * @param add adds what a page has. Null: begin again, since the reading did
 * @returns false if the list is longer than a report reads
 */
export async function countList<Read extends ListRead<string>>(
	read: (offset: number, known: string[]) => Promise<Read>,
	add: (read: Read | null) => void,
	isBounded: boolean,
): Promise<boolean> {
	const place = top<string>();
	for (let pages = 0; pages < MOST_PAGES; pages += 1) {
		const page = await read(place.offset, place.known);
		if (pages === 0 && isBounded && page.total > MOST_ITEMS) return false;
		const followed = follow(place, page);
		if (followed === 'followed') add(page);
		if (followed === 'followed' && page.ended) return true;
		if (followed === 'lost') return false;
		if (place.offset === 0) add(null);
	}
	return false;
}
