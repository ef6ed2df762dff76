import type { z } from 'zod';
import type { OwnedItem } from '../../../workflows/knowledge-sync/plan';
import { invalidPageToken } from '../../tasks/task-problems';
import type { knowledgeItemsQuery, knowledgeItemsSchema } from '../schemas';

type Query = Pick<z.output<typeof knowledgeItemsQuery>, 'type' | 'search' | 'limit' | 'pageToken'>;
type Page = z.output<typeof knowledgeItemsSchema>;
type Item = Page['items'][number];

/**
 * One page of what a set owns, as far as the service has confirmed it, newest first. The token names the last item of the
 * page before, so that a sync in between moves no other item to another page. It has no name of an item, because it stands
 * in an address.
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
		.toSorted(inOrder);
	const last = pageToken === undefined ? null : placeOf(pageToken);
	const rest = last === null ? matching : matching.filter((item) => inOrder(item, last) > 0);
	const items = rest.slice(0, limit);
	const end = items.at(-1);
	return {
		items,
		nextPageToken: end === undefined || rest.length === items.length ? null : tokenOf(end),
		total: matching.length,
	};
}

interface Place {
	at: string;
	id: number;
	type: string;
}

function inOrder(one: Place, other: Place): number {
	return (
		Date.parse(other.at) - Date.parse(one.at) ||
		other.id - one.id ||
		(one.type < other.type ? -1 : Number(one.type > other.type))
	);
}

function tokenOf({ at, id, type }: Place): string {
	return Buffer.from(`${at} ${id} ${type}`).toString('base64url');
}

function placeOf(token: string): Place {
	const [at = '', id = '', type = ''] = Buffer.from(token, 'base64url').toString().split(' ');
	if (Number.isNaN(Date.parse(at)) || !/^\d+$/.test(id)) throw invalidPageToken();
	const place = { at, id: Number(id), type };
	if (tokenOf(place) !== token) throw invalidPageToken();
	return place;
}
