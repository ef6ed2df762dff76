import { invalidPageToken } from '../../tasks/task-problems';

/**
 * How items of a list are ordered, and known in a token of a page. The token names the last item of the page before, so
 * that a change in between moves no other item to another page.
 */
export interface PageOrder<Place> {
	readonly compare: (one: Place, other: Place) => number;
	/** What the token says of an item: words without blanks. */
	words(place: Place): Array<string | number>;
	/** The place that the words name; null: they name none. */
	place(words: readonly string[]): Place | null;
}

interface PageQuery {
	limit: number;
	pageToken?: string | undefined;
}

/** A page of items from the token on. @param items in their order @throws Problem `invalid_request` for another token */
export function pageAfter<Place, Item extends Place>(
	items: readonly Item[],
	{ limit, pageToken }: PageQuery,
	order: PageOrder<Place>,
): { items: Item[]; nextPageToken: string | null } {
	const last = pageToken === undefined ? null : placeOf(pageToken, order);
	const rest = last === null ? items : items.filter((item) => order.compare(item, last) > 0);
	const page = rest.slice(0, limit);
	const end = page.at(-1);
	return {
		items: page,
		nextPageToken: end === undefined || rest.length === page.length ? null : tokenOf(end, order),
	};
}

function tokenOf<Place>(place: Place, order: PageOrder<Place>): string {
	return Buffer.from(order.words(place).join(' ')).toString('base64url');
}

function placeOf<Place>(token: string, order: PageOrder<Place>): Place {
	const place = order.place(Buffer.from(token, 'base64url').toString().split(' '));
	if (place === null || tokenOf(place, order) !== token) throw invalidPageToken();
	return place;
}

/** A moment and an id, as tokens have them; null if the words are none. */
export function momentAndId([at = '', id = '']: readonly string[]): { at: string; id: number } | null {
	return Number.isNaN(Date.parse(at)) || !/^\d+$/.test(id) ? null : { at, id: Number(id) };
}
