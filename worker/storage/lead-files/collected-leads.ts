import type { Lead } from '../../../api';
import type { PartsOfRun } from '../../../workflows/export/activities';
import type { Skipped } from '../../../workflows/leads/filter';
import type { AttemptsThatCount } from '../../../workflows/list-reading/attempts';
import type { BlobStore } from '../blobs';
import { addFieldsOf, type LeadGroup, groupOf, skippedOf, type Part, readGroupsOf } from './chunk';
import { type FieldColumns, FieldNames } from './field-names';
import { LeadIds } from './lead-ids';
import type { TakenLeads } from './one-per-person';

interface Collected {
	store: BlobStore;
	taskId: string;
	chunks: number;
	attempts: AttemptsThatCount;
	/** The task's; see `ReadLeads`. */
	run: string;
	parts: PartsOfRun;
}

/** The valid chunks, in the order in which the task began them. */
function* partsOf({ chunks, attempts, run, parts }: Collected): Generator<Part> {
	for (let chunk = 0; chunk < chunks; chunk += 1) {
		const attempt = attempts[chunk] ?? 1;
		if (attempt === 0) continue;
		const held = parts[chunk];
		yield { chunk, attempt, run, ...(held ? { held } : {}) };
	}
}

/** Reads the leads of all chunks in order, each lead once. At most one chunk is in memory. */
export class CollectedLeads implements AsyncIterable<LeadGroup> {
	rows = 0;
	repeats = 0;
	/** Leads that are not taken, because another one of their person is. */
	othersOfPersons = 0;
	/** Leads by agent. */
	readonly rowsOf = new Map<string, number>();
	readonly #seen = new Map<string, LeadIds>();

	/**
	 * @param onChunk called after each chunk; may throw to stop
	 * @param taken null: all leads
	 */
	constructor(
		private readonly collected: Collected,
		private readonly onChunk: () => void,
		private readonly taken: TakenLeads | null = null,
	) {}

	async *[Symbol.asyncIterator](): AsyncGenerator<LeadGroup> {
		const { store, taskId } = this.collected;
		for (const part of partsOf(this.collected)) {
			this.onChunk();
			for await (const group of readGroupsOf(store, taskId, part)) yield this.#takenOf(group);
		}
	}

	/**
	 * How many leads the filter skipped, by the condition they did not meet. Call it when all leads were read: one that
	 * changed meanwhile and is among them counts only there.
	 */
	async skipped(): Promise<Skipped> {
		const others = this.othersOfPersons;
		const counts = { country: 0, email: 0, formField: 0, ...(others === 0 ? {} : { person: others }) };
		const { store, taskId } = this.collected;
		for (const part of partsOf(this.collected)) {
			this.onChunk();
			const { agentId, ...ids } = (await skippedOf(store, taskId, part)) ?? { agentId: '' };
			for (const [by, left] of Object.entries(ids) as Array<[Exclude<keyof Skipped, 'person'>, number[]]>)
				counts[by] += left.filter((id) => this.#seenOf(agentId).add(id)).length;
		}
		return counts;
	}

	/** A group that loses leads loses its rows, as they cannot be told apart. */
	#takenOf(group: LeadGroup): LeadGroup {
		const isTaken = group.ids.map((lead) => this.#take(lead));
		return isTaken.every(Boolean) ? group : groupOf(group.leads().filter((_, index) => isTaken[index]));
	}

	/** Ids are whole numbers, and two agents may use the same id. */
	#take({ agentId, id }: Pick<Lead, 'agentId' | 'id'>): boolean {
		if (!this.#seenOf(agentId).add(id)) {
			this.repeats += 1;
			return false;
		}
		if (this.taken?.has(agentId, id) === false) {
			this.othersOfPersons += 1;
			return false;
		}
		this.rows += 1;
		this.rowsOf.set(agentId, (this.rowsOf.get(agentId) ?? 0) + 1);
		return true;
	}

	#seenOf(agentId: string): LeadIds {
		const seen = this.#seen.get(agentId) ?? new LeadIds();
		this.#seen.set(agentId, seen);
		return seen;
	}
}

/** The columns for all captured form fields, because a table needs them before its first row. */
export async function fieldColumns(collected: Collected, onChunk: () => void): Promise<FieldColumns> {
	const names = new FieldNames();
	for (const part of partsOf(collected)) {
		onChunk();
		await addFieldsOf(collected.store, collected.taskId, part, names);
	}
	return names.columns();
}

/** How many leads there are. A sheet says so before its first row, and repeats are known only when all were read. */
export async function countLeads(collected: Collected, onChunk: () => void): Promise<number> {
	const leads = new CollectedLeads(collected, onChunk);
	for await (const group of leads) void group;
	return leads.rows;
}
