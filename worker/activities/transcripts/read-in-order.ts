import { BEGIN_WITHIN_MS } from '../list-reading/read-pages';
import { isMoreToDo } from '../../temporal/not-yet';
import { apiFailure } from '../task/failure';
import type { FailingNotes } from './failing-notes';
import { failedAgain, type FailedCall, markOf } from './why-missing';

/** Requests under way in one dispatch. */
const REQUESTS_AT_ONCE = 4;
/** A dispatch keeps what it has read in memory. Bytes of JSON. */
const MOST_BYTES = 16 * 1024 * 1024;

type Outcome<Read> = { read: Read } | { error: unknown };

/** What a read of one item gets: see `FailedCall`. */
export type ReadCall = Pick<FailedCall, 'failing' | 'other' | 'signal'>;

interface ReadInOrderWith<Item> {
	/** The id of the conversation of an item; null: it has none. */
	idOf: (item: Item) => string | null;
	/** This changes them. */
	notes: FailingNotes;
	signal: AbortSignal;
}

/**
 * Reads the conversation of each of the items, several at once, and gives out what it read in their order. It begins as
 * many as one dispatch has time and memory for. It ends before the first failure: the failed item is the first of the
 * next dispatch, which reports the failure.
 * @param readOne one call, or a few
 * @throws the failure of the first item (`apiFailure`)
 */
export async function* readInOrder<Item, Read>(
	items: readonly Item[],
	readOne: (item: Item, call: ReadCall) => Promise<Read>,
	{ idOf, notes, signal: whileRead }: ReadInOrderWith<Item>,
): AsyncGenerator<{ item: Item; read: Read }> {
	const beginUntil = Date.now() + BEGIN_WITHIN_MS;
	const stop = new AbortController();
	const signal = AbortSignal.any([whileRead, stop.signal]);
	const waiting = [...items];
	const ahead: Array<{ item: Item; outcome: Promise<Outcome<Read>> }> = [];
	let bytes = 0;
	let isFirst = true;
	const firstId = items[0] === undefined ? null : idOf(items[0]);
	const other = items.map(idOf).find((id) => id !== null && id !== firstId) ?? null;
	const begin = () => {
		while (ahead.length < REQUESTS_AT_ONCE && (isFirst || (Date.now() < beginUntil && bytes < MOST_BYTES))) {
			if (waiting.length === 0) return;
			const [item] = waiting.splice(0, 1) as [Item];
			const failing = isFirst && ahead.length === 0 ? notes.failing : null;
			ahead.push({ item, outcome: outcomeOf(readOne(item, { failing, other, signal })) });
		}
	};
	try {
		begin();
		for (let next = ahead.shift(); next !== undefined; next = ahead.shift()) {
			const outcome = await next.outcome;
			if ('error' in outcome) {
				if (!isFirst) return;
				// The next attempt gets the replies of the calls under way.
				if (isMoreToDo(outcome.error)) await Promise.all(ahead.map(({ outcome: other }) => other));
				notes.failing = failedAgain(notes.failing, firstId ?? '', outcome.error);
				throw apiFailure(outcome.error);
			}
			isFirst = false;
			if (notes.failing?.mark === markOf(idOf(next.item) ?? '')) notes.failing = null;
			bytes += sizeOf(outcome.read);
			yield { item: next.item, read: outcome.read };
			begin();
		}
	} finally {
		stop.abort();
		await Promise.all(ahead.map(({ outcome }) => outcome));
	}
}

async function outcomeOf<Read>(reading: Promise<Read>): Promise<Outcome<Read>> {
	try {
		return { read: await reading };
	} catch (error) {
		return { error };
	}
}

/** About the bytes of its JSON. */
function sizeOf(value: unknown): number {
	let size = 0;
	const parts: unknown[] = [value];
	while (parts.length > 0) {
		const part = parts.pop();
		if (typeof part === 'string') size += part.length;
		else if (typeof part === 'object' && part !== null) for (const each of Object.values(part)) parts.push(each);
	}
	return size;
}
