import type { ReadPage } from '../generated/pages';
import type { Api } from '../transport/api';
import { lacksScope } from '../transport/api-failure';
import { listItems } from '../transport/list-items';

interface Item {
	id: number;
	/** ISO 8601. */
	createdAt: string;
}

/** A newest-first list to which a write adds. */
export interface Listing<Each extends Item> {
	/** Identifies the list within an execution. */
	key: string;
	read: ReadPage<Each>;
}

/** The items before a write: those that share the newest time, and those that this execution added. */
interface Note {
	/** When the newest item was created, in milliseconds since the epoch. Null for an empty list. */
	newestAt: number | null;
	ids: Set<number>;
}

const notesOf = new WeakMap<Api, Map<string, Note>>();

/**
 * Notes the newest items of a list, so that a look after a lost response can tell a new item from old ones. One note
 * serves all items of an execution, because `noteAdded` completes it. A key that may not read the list notes nothing,
 * and cannot look later either.
 */
export async function noteNewest<Each extends Item>(api: Api, { key, read }: Listing<Each>): Promise<void> {
	const notes = notesIn(api);
	if (notes.has(key)) return;
	notes.set(key, await noteOf(listItems(read)).catch(orNothing));
}

/** Notes the newest of items that were just read, newest first, in place of a request by `noteNewest`. */
export async function noteRead<Each extends Item>(
	api: Api,
	{ key }: Listing<Each>,
	items: readonly Each[],
): Promise<void> {
	notesIn(api).set(key, await noteOf(items));
}

function notesIn(api: Api): Map<string, Note> {
	const notes = notesOf.get(api) ?? new Map<string, Note>();
	notesOf.set(api, notes);
	return notes;
}

async function noteOf(items: Iterable<Item> | AsyncIterable<Item>): Promise<Note> {
	const note: Note = { newestAt: null, ids: new Set() };
	for await (const { id, createdAt } of items) {
		note.newestAt ??= Date.parse(createdAt);
		if (Date.parse(createdAt) < note.newestAt) break;
		note.ids.add(id);
	}
	return note;
}

/** Notes an item that this execution added. */
export function noteAdded<Each extends Item>(api: Api, { key }: Listing<Each>, id: number): void {
	notesOf.get(api)?.get(key)?.ids.add(id);
}

/** The items that are new since the note, and that `isOurs` recognizes. */
export async function newMatches<Each extends Item>(
	api: Api,
	{ key, read }: Listing<Each>,
	isOurs: (item: Each) => boolean,
): Promise<Each[]> {
	const note = notesOf.get(api)?.get(key);
	const matches: Each[] = [];
	for await (const item of listItems(read)) {
		const isOlder = typeof note?.newestAt === 'number' && Date.parse(item.createdAt) < note.newestAt;
		if (isOlder) break;
		if (note?.ids.has(item.id) !== true && isOurs(item)) matches.push(item);
	}
	return matches;
}

function orNothing(error: unknown): Note {
	if (lacksScope(error)) return { newestAt: null, ids: new Set() };
	throw error;
}
