import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type KnowledgeOutcome, knowledgeSyncResultSchema } from '../../../workflows/knowledge-sync/contract';
import { AS_WANTED } from '../../../workflows/knowledge-sync/counts';
import { setSettingsSchema } from '../../../workflows/knowledge-sync/set-settings-contract';
import type { Keyring } from '../../temporal/keyring';
import { type BlobStore, KNOWLEDGE_SYNCS } from '../blobs';
import { Records } from '../records';
import { type SetAddress, setKey } from './set-address';

/** Syncs of a set that are kept, newest first. */
const MOST_SYNCS = 20;
/** Other syncs of the set may write at the same time. */
const ATTEMPTS = 20;
/** The form of a history. A worker reads no other. */
const FORMAT = 1;

const { outcome, steps, counts, refusedRows, planHash, manifestVersion } = knowledgeSyncResultSchema.shape;

/** How one sync of a set ended. It has no names and no texts of items. */
export const recordedSyncSchema = z.object({
	taskId: z.string(),
	runId: z.string(),
	/** ISO 8601 UTC. */
	startedAt: z.string(),
	endedAt: z.string(),
	/** `stopped`: it was cancelled, or it failed after its plan. */
	outcome: z.enum([...outcome.options, 'stopped']),
	planHash,
	steps,
	counts,
	refusedRows,
	manifestVersion,
	settings: setSettingsSchema,
});
export type RecordedSync = z.output<typeof recordedSyncSchema>;

const historySchema = z.object({
	format: z.literal(FORMAT),
	connection: z.string(),
	agentId: z.string(),
	set: z.string(),
	/** When a sync last ended with every row as wanted; ISO 8601 UTC. Null: none has. */
	inStepAt: z.string().nullable(),
	/** Newest first. */
	syncs: z.array(recordedSyncSchema),
});

/** The last syncs of a set. */
export type SetHistory = z.output<typeof historySchema>;

/** The last syncs of all sets, encrypted, for people who look at a set. No sync depends on them. */
export class SetHistories {
	readonly #records: Records<unknown>;

	constructor(store: BlobStore, keyring: Keyring) {
		this.#records = new Records<unknown>(store, keyring, { prefix: KNOWLEDGE_SYNCS, schema: z.unknown() });
	}

	/** Those of all sets. One of another form is not listed. */
	async list(): Promise<SetHistory[]> {
		return [...(await this.#records.list()).values()].flatMap(({ value }) => historySchema.safeParse(value).data ?? []);
	}

	/** Null: no sync of the set is on record. */
	async read(address: SetAddress): Promise<SetHistory | null> {
		return historySchema.safeParse((await this.#records.read(setKey(address))).value).data ?? null;
	}

	/** Adds a sync, and drops the oldest. A repeat changes nothing. @throws if the history has another form */
	async add(address: SetAddress, sync: RecordedSync): Promise<void> {
		const name = setKey(address);
		for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
			const { version, value } = await this.#records.read(name);
			const known = value === null ? null : historySchema.parse(value);
			const history = withSync(known ?? { ...empty, ...address }, sync);
			if (isDeepStrictEqual(history, known)) return;
			if (await this.#records.write(name, version, history)) return;
		}
		throw new Error(`The history of the set changed ${ATTEMPTS} times while a sync was being added to it.`);
	}
}

const empty = { format: FORMAT, inStepAt: null, syncs: [] } as const;

function withSync(
	history: Readonly<Omit<SetHistory, 'syncs'>> & { syncs: readonly RecordedSync[] },
	sync: RecordedSync,
) {
	const { connection, agentId, set } = history;
	const others = history.syncs.filter(({ taskId, runId }) => taskId !== sync.taskId || runId !== sync.runId);
	const syncs = [sync, ...others].toSorted((one, other) => (one.endedAt < other.endedAt ? 1 : -1));
	const times = [history.inStepAt, isInStep(sync) ? sync.endedAt : null].filter((time) => time !== null);
	const inStepAt = times.toSorted().at(-1) ?? null;
	return { format: FORMAT, connection, agentId, set, inStepAt, syncs: syncs.slice(0, MOST_SYNCS) } satisfies SetHistory;
}

/** Whether a sync was applied, and every row ended as wanted. */
export function isInStep({
	outcome: ended,
	counts: found,
	refusedRows: refused,
}: Pick<RecordedSync, 'outcome' | 'counts' | 'refusedRows'>): boolean {
	if (ended !== 'applied' || refused > 0) return false;
	return Object.entries(found).every(([each, count]) => count === 0 || AS_WANTED[each as KnowledgeOutcome]);
}
