import type { Client } from '@temporalio/client';
import type { PersonMode, PersonPlace } from '../../workflows/persons/contract';
import type { Blobs } from '../storage/blobs';
import type { Buckets } from '../storage/buckets';
import type { KnowledgeSets, SetIndex } from '../storage/knowledge-sets';
import type { Destinations } from '../destinations';
import { Mention } from './mention';
import type { Person } from './person';
import type { SyncedPersons } from './synced-persons';

/** The stores that a search covers. */
export interface Searched {
	client: Client;
	blobs: Blobs;
	/** Buckets that exports were put into. */
	buckets: Buckets;
	destinations: Destinations;
	synced: SyncedPersons;
	sets: Pick<SetIndex, 'list'> & Pick<KnowledgeSets, 'read'>;
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
	/** Folders of `SyncedPersons` for the telephone numbers of the person's leads. */
	numbers: readonly string[];
	/**
	 * Time of the erasure, in milliseconds since 1970: reads since then skip the person. Start of the search if it
	 * erases nothing.
	 */
	since: number;
	/** Places found so far. */
	places: PersonPlace[];
	/** Reports the progress between two steps. @throws if the search must end */
	report: (progress: SearchProgress) => void;
}

type Wanted = Pick<Search, 'mode' | 'person' | 'since' | 'report'> & { numbers?: readonly string[] | undefined };

export function newSearch(searched: Searched, { numbers = [], ...what }: Wanted): Search {
	return { ...searched, ...what, numbers, mention: new Mention(what.person.email), places: [] };
}

/**
 * Notes a place that can be erased and, in the mode `erase`, erases it. A failure is noted and does not end the search.
 * @param erase can be repeated safely
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
		places.push({ ...place, state: 'failed', note: `The worker could not erase it: ${wordsOf(error)}` });
	}
}

/** The message of an error, without its causes: they may contain personal data. */
export function wordsOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
