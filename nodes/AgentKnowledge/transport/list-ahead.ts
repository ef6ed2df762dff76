import type { ReadPage } from '../generated/pages';
import { listItems } from './list-items';
import { ReadAhead } from './read-ahead';

/**
 * As `listItems`, with the next pages requested while one is in use. No request is under way after it has ended.
 * @param most at most so many items. Default: all
 * @throws UnreadableListError as `listItems`
 */
export async function* listAhead<Each extends { id?: unknown }>(
	readPage: ReadPage<Each>,
	most?: number,
): AsyncGenerator<Each, void, undefined> {
	const ahead = new ReadAhead(readPage, most);
	try {
		yield* listItems((window) => ahead.read(window), most);
	} finally {
		await ahead.settle();
	}
}
