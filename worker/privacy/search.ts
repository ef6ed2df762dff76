import type { Client } from '@temporalio/client';
import type { PersonMode, PersonPlace } from '../../workflows/persons/contract';
import type { Blobs } from '../storage/blobs';
import type { Buckets } from '../storage/buckets';
import type { Destinations } from '../destinations';
import { Mention } from './mention';
import type { Person } from './person';

/** What the worker looks through. */
export interface Searched {
	client: Client;
	blobs: Blobs;
	/** Where exports were put. */
	buckets: Buckets;
	destinations: Destinations;
}

/** How far a search is, for a person. */
export interface SearchProgress {
	message: string;
	itemsDone?: number;
	itemsTotal?: number;
}

/** One search, as its parts see it. */
export interface Search extends Searched {
	mode: PersonMode;
	person: Person;
	mention: Mention;
	/** Since when the person is left out of what is read, in milliseconds since 1970; when the search began, where nothing is erased. */
	since: number;
	/** What was found so far. */
	places: PersonPlace[];
	/** Told between two steps. @throws when the search is to end */
	tell: (progress: SearchProgress) => void;
}

export function newSearch(searched: Searched, what: Pick<Search, 'mode' | 'person' | 'since' | 'tell'>): Search {
	return { ...searched, ...what, mention: new Mention(what.person.email), places: [] };
}

/**
 * Notes a place that can be erased, and erases it where that is asked. What goes wrong is noted, and ends nothing.
 * @param erase may be repeated; what it gives is noted as how many there were
 */
export async function eraseOrNote(
	{ mode, places }: Search,
	place: Omit<PersonPlace, 'state'>,
	erase: () => Promise<unknown>,
): Promise<void> {
	if (mode === 'find') {
		places.push({ ...place, state: 'found' });
		return;
	}
	try {
		await erase();
		places.push({ ...place, state: 'erased' });
	} catch (error) {
		places.push({ ...place, state: 'failed', note: `It could not be erased: ${wordsOf(error)}` });
	}
}

/** The words of an error, without what its cause may hold of anybody. */
export function wordsOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
