import type { ItemType } from '../../../workflows/knowledge-sync/plan';
import type { Keyring } from '../../temporal/keyring';
import { type BlobStore, KNOWLEDGE_SETS } from '../blobs';
import { addressIn, manifestRecords, readable, UnreadableManifestError } from './knowledge-sets';
import type { SetAddress } from './set-address';

/** A set of any agent, without its items. */
export interface ListedSet {
	address: SetAddress;
	/** Of its manifest. */
	version: number;
	/** How many items of each type the service has confirmed. Null: this worker cannot read the manifest. */
	counts: Record<ItemType, number> | null;
	/** The task that applies the set now. Null: none does. */
	appliedBy: string | null;
	/** Why the manifest cannot be read, in sentences. Null: it can. */
	problem: string | null;
}

/** What there is of sets. A manifest can have 20,000 items, so each of its versions is opened once. */
export class SetIndex {
	/** By the keys of the agent and the set. Null: that version says that the set was deleted. */
	#known = new Map<string, { version: number; set: ListedSet | null }>();

	constructor(
		private readonly store: BlobStore,
		private readonly keyring: Keyring,
	) {}

	/** All sets of all agents. One that this worker cannot read hides no other. */
	async list(): Promise<ListedSet[]> {
		const agents = new Set<string>();
		for await (const { key } of this.store.list(KNOWLEDGE_SETS))
			agents.add(key.slice(KNOWLEDGE_SETS.length).split('/')[0] ?? '');
		const found = await Promise.all([...agents].map((agent) => this.#ofAgent(agent)));
		this.#known = new Map(found.flat());
		return [...this.#known.values()].flatMap(({ set }) => set ?? []);
	}

	async #ofAgent(agent: string) {
		const records = manifestRecords(this.store, this.keyring, agent);
		const newest = await records.newest();
		return Promise.all(
			[...newest].map(async ([name, version]) => {
				const key = `${agent}/${name}`;
				const known = this.#known.get(key);
				if (known?.version === version) return [key, known] as const;
				const { version: read, value } = await records.read(name);
				return [key, { version: read, set: value === null ? null : listed(read, value) }] as const;
			}),
		);
	}
}

function listed(version: number, value: unknown): ListedSet {
	const address = addressIn(value);
	try {
		const { appliedBy, items } = readable(address.set, value);
		const counts = { qa: 0, text: 0, page: 0, file: 0 };
		for (const { type, id } of items) if (id !== null) counts[type] += 1;
		return { address, version, counts, appliedBy: appliedBy?.taskId ?? null, problem: null };
	} catch (error) {
		if (!(error instanceof UnreadableManifestError)) throw error;
		return { address, version, counts: null, appliedBy: null, problem: error.message };
	}
}
