// Generated from api/pages.ts by `npm run generate`; do not edit.

/** A part of a list to ask for (specification, part 4). */
export interface Window {
	limit: number;
	offset: number;
}

/** One page of a list, in the service's envelope (specification, part 2). `limit` is what the service made of ours. */
export interface Page<Each> {
	items: Each[];
	total: number;
	limit?: number;
}
export type ReadPage<Each> = (window: Window) => Promise<Page<Each>>;

/** What cannot be read whole. A short list would look like a whole one. */
export class UnreadableListError extends Error {
	override readonly name = 'UnreadableListError';

	/** @param detail what was seen, as a sentence */
	constructor(readonly detail: string) {
		super(`The list cannot be read whole. ${detail} Retry later. If the error stays, ask the operator of the service.`);
	}
}

const STEP_SHARE = 0.9;
/** Pages of one item that are joined to one. */
const JOINED = 5;
/** How often to read them, where the list changes meanwhile. */
const MOST_TRIES = 5;

/**
 * Where the page after one of so many items begins. It repeats a tenth, and one item at least, because items may be
 * deleted while a list is read. A service that gives out smaller pages than it was asked for still leaves an overlap.
 */
export function offsetAfter(offset: number, items: number): number {
	return offset + Math.max(1, Math.min(items - 1, Math.floor(items * STEP_SHARE)));
}

/** Shorter than it may be, by the service's own limit too, and the end by `total`: nothing can come below it. */
export function isLastPage({ items, total, limit = 0 }: Page<unknown>, window: Window): boolean {
	return items.length < Math.min(window.limit, limit) && window.offset + items.length >= total;
}

/** The id; an item without one (the specification shows none for some records) is known by all of its content. */
export function identityOf(item: { id?: unknown }): string {
	const { id } = item;
	return typeof id === 'string' || typeof id === 'number' ? `id ${id}` : `content ${JSON.stringify(item)}`;
}

/** @throws UnreadableListError when there is nothing where the service says that there is more */
export function throwIfWithheld({ items, total }: Page<unknown>, { offset }: Window): void {
	if (items.length > 0 || !(total > offset)) return;
	throw new UnreadableListError(`The service counts ${total} items, and gives none after the first ${offset}.`);
}

/** Whatever the offset, the page is the same, and the service says that there is more. */
export function doesNotGoOn(total: number, seen: number): UnreadableListError {
	return new UnreadableListError(
		`The service counts ${total} items, and gives out the same ${seen} again, whatever the offset.`,
	);
}

/**
 * As `readPage`. Pages of one item cannot overlap, so that nothing would show a change between two of them: several
 * are joined to one, and count only if the first of them and the total are as before when it is read again.
 */
export function joinedPages<Each extends { id?: unknown }>(readPage: ReadPage<Each>): ReadPage<Each> {
	return async (window) => {
		for (let tries = 0; tries < MOST_TRIES; tries++) {
			const first = await readPage(window);
			const [item] = first.items;
			if (item === undefined || first.items.length > 1 || window.limit === 1 || isLastPage(first, window)) return first;
			const items = await itemsFrom(item, readPage, window);
			if (items.length === 1) return first;
			const again = await readPage(window);
			const [same] = again.items;
			const isSame = same !== undefined && identityOf(same) === identityOf(item);
			if (isSame && Object.is(again.total, first.total)) return { ...first, items };
		}
		throw new UnreadableListError('The service gives out one item a page, and the list changed too often meanwhile.');
	};
}

/** One item after the other, up to the end, or to one that is there already: it was pushed down, or nothing moves. */
async function itemsFrom<Each extends { id?: unknown }>(
	first: Each,
	readPage: ReadPage<Each>,
	{ limit, offset }: Window,
): Promise<Each[]> {
	const items = [first];
	const known = new Set([identityOf(first)]);
	while (items.length < Math.min(JOINED, limit)) {
		const [item] = (await readPage({ limit, offset: offset + items.length })).items;
		if (item === undefined || known.has(identityOf(item))) break;
		known.add(identityOf(item));
		items.push(item);
	}
	return items;
}
