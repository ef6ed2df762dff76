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
	/** The same for the same list. */
	key: string;
	read: ReadPage<Each>;
}

/** What was there before something is added: all of the newest time, and those this execution added itself. */
interface Note {
	/** When the newest was created, in milliseconds since the epoch; null for an empty list. */
	newestAt: number | null;
	ids: Set<number>;
}

const notesOf = new WeakMap<Api, Map<string, Note>>();

/**
 * Notes the newest of a list, and all that share its time, so that a new one can be told from old ones after a lost
 * response. One note serves all items of an execution: what it adds itself is noted too. A key that may not read the
 * list notes nothing, and cannot look later either.
 */
export async function noteNewest<Each extends Item>(api: Api, { key, read }: Listing<Each>): Promise<void> {
	const notes = notesOf.get(api) ?? new Map<string, Note>();
	notesOf.set(api, notes);
	if (notes.has(key)) return;
	notes.set(key, await noteOf(read).catch(orNothing));
}

async function noteOf<Each extends Item>(read: ReadPage<Each>): Promise<Note> {
	const note: Note = { newestAt: null, ids: new Set() };
	for await (const { id, createdAt } of listItems(read)) {
		note.newestAt ??= Date.parse(createdAt);
		if (Date.parse(createdAt) < note.newestAt) break;
		note.ids.add(id);
	}
	return note;
}

/** Takes what was added here as known. */
export function noteAdded<Each extends Item>(api: Api, { key }: Listing<Each>, id: number): void {
	notesOf.get(api)?.get(key)?.ids.add(id);
}

/** What came to the list after it was noted, and of which `isOurs` says that it looks like ours. */
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
