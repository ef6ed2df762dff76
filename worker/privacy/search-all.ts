import type { PersonPlace } from '../../workflows/persons/contract';
import { type Search } from './search';
import { searchBlobs } from './search-blobs';
import { searchDestinations } from './search-destinations';
import { searchHistories } from './search-histories';
import { searchReceivers } from './search-receivers';
import { searchSchedules } from './search-schedules';
import { searchSyncs } from './search-syncs';

/** Looks everywhere. Syncs come first: they begin new histories, so that the old ones have ended when those are read. */
export async function searchAll(search: Search): Promise<PersonPlace[]> {
	await searchSyncs(search);
	await searchHistories(search);
	await searchSchedules(search);
	await searchBlobs(search);
	await searchDestinations(search);
	await searchReceivers(search);
	return search.places;
}
