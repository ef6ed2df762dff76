import { NodeOperationError } from 'n8n-workflow';
import { asError } from '../../errors/as-error';
import { UnreadableListError } from '../../generated/pages';
import type { Api } from '../../transport/api';
import { listAhead } from '../../transport/list-ahead';
import { nameKey } from '../names';
import { type Listing, noteRead } from '../newest-known';
import type { ItemRun } from '../operation';
import { start } from '../parameters/text-form';

interface Item {
	id: number;
	/** ISO 8601. */
	createdAt: string;
}

/** What the rows of an operation are looked for in. */
export interface Lookup<Each extends Item> {
	listing: Listing<Each>;
	/** The question or the title of a record. */
	nameOf: (item: Each) => unknown;
	/** For messages: "Q&A pairs", "question". */
	words: { things: string; name: string };
}

/** The records of a list by the keys of their names. */
type Index<Each> = Map<string, Each[]>;

const indexesOf = new WeakMap<Api, Map<string, Promise<Index<Item>>>>();

/** More ids than these are counted. */
const MOST_SHOWN = 10;

/**
 * The record that a row is about. The list is read whole, once for all items of an execution. A failure counts for all
 * items, so nothing is written by a list that did not come whole.
 * @returns null if no record has the name
 * @throws NodeOperationError if several records have the name, or the list cannot be compared; ApiFailure
 */
export async function findKnown<Each extends Item>(
	run: ItemRun,
	lookup: Lookup<Each>,
	name: string,
): Promise<Each | null> {
	const found = (await indexOf(run, lookup)).get(nameKey(name)) ?? [];
	if (found.length < 2) return found[0] ?? null;
	const { things, name: field } = lookup.words;
	const ids = found.map(({ id }) => id);
	const shown = ids.length > MOST_SHOWN ? [...ids.slice(0, MOST_SHOWN), '...'] : ids;
	throw new NodeOperationError(
		run.context.getNode(),
		`The agent has ${found.length} ${things} with the ${field} "${start(name)}"`,
		{
			itemIndex: run.itemIndex,
			description: `Their IDs are ${shown.join(', ')}. Delete all but one, or rename them. Nothing was written for this item.`,
		},
	);
}

async function indexOf<Each extends Item>(run: ItemRun, lookup: Lookup<Each>): Promise<Index<Each>> {
	const { key } = lookup.listing;
	const indexes = indexesOf.get(run.api) ?? new Map<string, Promise<Index<Item>>>();
	indexesOf.set(run.api, indexes);
	const index = indexes.get(key) ?? readIndex(run, lookup);
	indexes.set(key, index);
	// The key names the list, so its items are of this kind.
	return (await index) as Index<Each>;
}

async function readIndex<Each extends Item>(run: ItemRun, lookup: Lookup<Each>): Promise<Index<Each>> {
	const { listing, nameOf, words } = lookup;
	const items: Each[] = [];
	try {
		for await (const item of listAhead(listing.read)) items.push(item);
	} catch (error) {
		if (!(error instanceof UnreadableListError)) throw asError(error);
		throw incomparable(run, `The ${words.things} of the agent cannot be compared`, error.message);
	}
	await noteRead(run.api, listing, items);
	const index: Index<Each> = new Map();
	for (const item of items) {
		const name = nameOf(item);
		if (typeof name !== 'string') continue;
		index.set(nameKey(name), [...(index.get(nameKey(name)) ?? []), item]);
	}
	// Otherwise every row would seem new, and each run would add all of them again.
	if (items.length > 0 && index.size === 0) {
		const what = `The service shows no ${words.name} of its ${words.things}`;
		throw incomparable(run, what, 'So the node cannot know which of them exist.');
	}
	return index;
}

function incomparable({ context }: ItemRun, message: string, why: string): NodeOperationError {
	return new NodeOperationError(context.getNode(), message, {
		description: `${why} Nothing was written to this agent.`,
	});
}
