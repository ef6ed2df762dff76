import { ErasedPersons, SealedRequests } from '../privacy';
import type { Blobs } from '../storage/blobs';
import type { Keyring } from '../temporal';

/** What is kept about people who asked to be found or erased. */
export function personStores({ blobs: { store }, keyring }: { blobs: Blobs; keyring: Keyring }) {
	return { erased: new ErasedPersons(store, keyring), requests: new SealedRequests(store, keyring) };
}
