import { ErasedPersons, SealedRequests, SyncedPersons } from '../privacy';
import type { Blobs } from '../storage/blobs';
import type { Keyring } from '../temporal';

/** What is kept about people: who asked to be found or erased, and whose lead a sync has taken. */
export function personStores({ blobs: { store }, keyring }: { blobs: Blobs; keyring: Keyring }) {
	return {
		erased: new ErasedPersons(store, keyring),
		requests: new SealedRequests(store, keyring),
		synced: new SyncedPersons(store, keyring),
	};
}
