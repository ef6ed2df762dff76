import { ErasedPersons } from './erased-persons';
import { SealedRequests } from './sealed-requests';
import { SyncedPersons } from './synced-persons';
import type { Blobs } from '../storage/blobs';
import { KnowledgeSets, type SetAddress, SetIndex } from '../storage/knowledge-sets';
import type { Keyring } from '../temporal';

/** What is kept about people, or may name them. */
export function personStores({ blobs: { store }, keyring }: { blobs: Blobs; keyring: Keyring }) {
	return {
		erased: new ErasedPersons(store, keyring),
		requests: new SealedRequests(store, keyring),
		synced: new SyncedPersons(store, keyring),
		sets: {
			list: () => new SetIndex(store, keyring).list(),
			read: (address: SetAddress) => new KnowledgeSets(store, keyring).read(address),
		},
	};
}
