import type { z } from 'zod';
import type { OwnedItem } from '../../../workflows/knowledge-sync/plan';
import type { knowledgeItemsQuery, knowledgeItemsSchema } from '../schemas';
import { momentAndId, pageAfter, type PageOrder } from './page-after';

type Query = Pick<z.output<typeof knowledgeItemsQuery>, 'type' | 'search' | 'limit' | 'pageToken'>;
type Page = z.output<typeof knowledgeItemsSchema>;
type Item = Page['items'][number];

/**
 * One page of what a set owns, as far as the service has confirmed it, newest first. The token has no name of an item,
 * because it stands in an address.
 * @throws Problem `invalid_request` for another token
 */
export function itemsPage(owned: readonly OwnedItem[], { type, search, limit, pageToken }: Query): Page {
	const wanted = search?.trim().toLowerCase() ?? '';
	const matching = owned
		.flatMap(({ key, type: each, name, id, at }): Item[] =>
			id === null || at === '' ? [] : [{ key, type: each, name, id, at }],
		)
		.filter((item) => type === undefined || item.type === type)
		.filter(({ name }) => wanted === '' || name.toLowerCase().includes(wanted))
		.toSorted(ORDER.compare);
	return { ...pageAfter(matching, { limit, pageToken }, ORDER), total: matching.length };
}

interface Place {
	at: string;
	id: number;
	type: string;
}

const ORDER: PageOrder<Place> = {
	compare: (one, other) =>
		Date.parse(other.at) - Date.parse(one.at) ||
		other.id - one.id ||
		(one.type < other.type ? -1 : Number(one.type > other.type)),
	words: ({ at, id, type }) => [at, id, type],
	place(words) {
		const found = momentAndId(words);
		return found === null ? null : { ...found, type: words[2] ?? '' };
	},
};
