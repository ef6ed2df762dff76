import { z } from 'zod';
import type { OwnedItem } from '../../../workflows/knowledge-sync/plan';
import type { Keyring } from '../../temporal/keyring';
import { type BlobStore, KNOWLEDGE_SETS } from '../blobs';
import { Records } from '../records';
import { agentKey, nameKey, type SetAddress } from './set-address';

/** Connections to one service whose sets are looked for at the same time. */
const READS_AT_ONCE = 16;

/** The form of a manifest. A worker reads no other. */
const FORMAT = 1;

const count = z.number().int().min(0);
const id = z.number().int().positive();

const ownedItemSchema: z.ZodType<OwnedItem> = z.object({
	key: z.string(),
	type: z.enum(['qa', 'text', 'page', 'file']),
	id: id.nullable(),
	name: z.string(),
	body: z.string(),
	enabled: z.boolean().nullable(),
	shown: z.string().nullable(),
	begun: z.object({ name: z.string(), body: z.string() }).nullable(),
	replaced: z.array(id),
	isAdopted: z.literal(true).optional(),
	isAdopting: z.literal(true).optional(),
	at: z.string(),
});

const taskSchema = z.object({ taskId: z.string(), runId: z.string() });

const manifestSchema = z.object({
	format: z.literal(FORMAT),
	connection: z.string(),
	agentId: z.string(),
	set: z.string(),
	/** The task that applies the set now; null if none does. */
	appliedBy: taskSchema.nullable(),
	/** Who made this version, and which of its moves it is, so that a repeat recognises its own. */
	movedBy: taskSchema.extend({ move: count }),
	items: z.array(ownedItemSchema),
});

/** What a set owns at an agent. */
export type Manifest = z.output<typeof manifestSchema>;

export interface FoundManifest {
	/** 0: the set was never applied. */
	version: number;
	/** Null if there is none, or it was deleted. */
	manifest: Manifest | null;
}

/** The new state of a set, and who moves it. */
export interface Move {
	items: readonly OwnedItem[];
	appliedBy: Manifest['appliedBy'];
	movedBy: Manifest['movedBy'];
}

/** A manifest that this version of the worker cannot read. */
export class UnreadableManifestError extends Error {
	override name = 'UnreadableManifestError';

	constructor(set: string, found: unknown) {
		const what = typeof found === 'number' ? `has the form ${found}` : 'has no form that is known';
		super(
			`The manifest of the set "${set}" ${what}, and this worker reads form ${FORMAT} only. Nothing was changed. ` +
				'Use the version of the worker that wrote it, or a later one.',
		);
	}
}

/**
 * The manifests of all sets: what each owns at its agent. They are encrypted, and kept until they are deleted. Each move
 * of a manifest is a version, and of two tasks that move the same version one is refused.
 */
export class KnowledgeSets {
	/**
	 * @param sharing the connections to the service of a connection, itself included or not: an agent of a service is one
	 * agent, whichever connection reaches it. Default: none
	 */
	constructor(
		private readonly store: BlobStore,
		private readonly keyring: Keyring,
		private readonly sharing: (connection: string) => readonly string[] = () => [],
	) {}

	/** @throws UnreadableManifestError */
	async read(address: SetAddress): Promise<FoundManifest> {
		const { version, value } = await this.#recordsOf(address).read(nameKey(address.set));
		return { version, manifest: value === null ? null : readable(address.set, value) };
	}

	/**
	 * The manifests of the agent's other sets. A set of the same name that belongs to another connection to the service is
	 * another set.
	 * @throws UnreadableManifestError
	 */
	async readOthers(address: SetAddress): Promise<Manifest[]> {
		const { connection: own, agentId, set } = address;
		const found: Manifest[] = [];
		const connections = [...new Set([own, ...this.sharing(own)])];
		for (let from = 0; from < connections.length; from += READS_AT_ONCE) {
			const some = connections.slice(from, from + READS_AT_ONCE);
			const records = await Promise.all(some.map((each) => this.#recordsOf({ connection: each, agentId }).list()));
			for (const [nth, ofOne] of records.entries())
				for (const [name, { value }] of ofOne)
					if (some[nth] !== own || name !== nameKey(set)) found.push(readable(addressIn(value).set, value));
		}
		return found;
	}

	/**
	 * Writes the version after `version`. A repeat of the same move succeeds too.
	 * @returns the new version; null if another task has moved the manifest meanwhile
	 */
	async move(address: SetAddress, version: number, { items, appliedBy, movedBy }: Move): Promise<number | null> {
		const { connection, agentId, set } = address;
		const manifest: Manifest = { format: FORMAT, connection, agentId, set, appliedBy, movedBy, items: [...items] };
		if (await this.#recordsOf(address).write(nameKey(set), version, manifest)) return version + 1;
		const found = await this.read(address);
		const isOurs = found.version === version + 1 && isSame(found.manifest?.movedBy, movedBy);
		return isOurs ? found.version : null;
	}

	#recordsOf(address: Omit<SetAddress, 'set'>): Records<unknown> {
		return manifestRecords(this.store, this.keyring, agentKey(address));
	}
}

/** The manifests of an agent. @param agent as `agentKey` has it */
export function manifestRecords(store: BlobStore, keyring: Keyring, agent: string): Records<unknown> {
	return new Records<unknown>(store, keyring, { prefix: `${KNOWLEDGE_SETS}${agent}/`, schema: z.unknown() });
}

const name = z.string().catch('(unknown)');
const addressSchema = z.object({ connection: name, agentId: name, set: name });

/** Which set a manifest of any form is of, as far as it says so. */
export function addressIn(value: unknown): SetAddress {
	return addressSchema.parse(typeof value === 'object' ? value : {});
}

/** @throws UnreadableManifestError */
export function readable(set: string, value: unknown): Manifest {
	const parsed = manifestSchema.safeParse(value);
	if (parsed.success) return parsed.data;
	throw new UnreadableManifestError(set, z.looseObject({ format: z.unknown() }).safeParse(value).data?.format);
}

function isSame(one: Manifest['movedBy'] | undefined, { taskId, runId, move }: Manifest['movedBy']): boolean {
	return one?.taskId === taskId && one.runId === runId && one.move === move;
}
