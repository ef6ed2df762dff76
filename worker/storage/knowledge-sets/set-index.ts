import type { ItemType } from '../../../workflows/knowledge-sync/plan';
import type { Keyring } from '../../temporal/keyring';
import { type BlobStore, KNOWLEDGE_SETS } from '../blobs';
import type { Records } from '../records';
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

interface Known {
	version: number;
	/** Null: that version says that the set was deleted. */
	set: ListedSet | null;
}

/** What there is of sets. A manifest can have 20,000 items, so each of its versions is opened once. */
export class SetIndex {
	/** By the keys of the agent and the set. */
	#known = new Map<string, Known>();

	constructor(
		private readonly store: BlobStore,
		private readonly keyring: Keyring,
	) {}

	/** All sets of all agents. One that this worker cannot read hides no other. */
	async list(): Promise<ListedSet[]> {
		const agents = new Set<string>();
		for await (const { key } of this.store.list(KNOWLEDGE_SETS))
			agents.add(key.slice(KNOWLEDGE_SETS.length).split('/')[0] ?? '');
		const found = new Map<string, Known>();
		for (const agent of agents) await this.#readAgent(agent, found);
		this.#known = found;
		return [...this.#known.values()].flatMap(({ set }) => set ?? []);
	}

	/** One manifest after the other: each may have 20,000 items. */
	async #readAgent(agent: string, found: Map<string, Known>): Promise<void> {
		const records = manifestRecords(this.store, this.keyring, agent);
		for (const [name, version] of await records.newest()) {
			const key = `${agent}/${name}`;
			const known = this.#known.get(key);
			found.set(key, known?.version === version ? known : await opened(records, name));
		}
	}
}

async function opened(records: Records<unknown>, name: string): Promise<Known> {
	const { version, value } = await records.read(name);
	return { version, set: value === null ? null : listed(version, value) };
}

function listed(version: number, value: unknown): ListedSet {
	const address = addressIn(value);
	try {
		const { appliedBy, items } = readable(address.set, value);
		const counts = { qa: 0, text: 0, page: 0, file: 0 };
		for (const { type, id, at } of items) if (id !== null && at !== '') counts[type] += 1;
		return { address, version, counts, appliedBy: appliedBy?.taskId ?? null, problem: null };
	} catch (error) {
		if (!(error instanceof UnreadableManifestError)) throw error;
		return { address, version, counts: null, appliedBy: null, problem: error.message };
	}
}
