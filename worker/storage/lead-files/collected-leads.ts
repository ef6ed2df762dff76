import type { Lead } from '../../../api';
import type { AttemptsThatCount, PartsOfRun } from '../../../workflows/export/activities';
import type { BlobStore } from '../blobs';
import { type Part, readFieldsOf, readLeadsOf } from './chunk';
import { LeadIds } from './lead-ids';

interface Collected {
	store: BlobStore;
	taskId: string;
	chunks: number;
	attempts: AttemptsThatCount;
	/** The task's; see `ReadLeads`. */
	run: string;
	parts: PartsOfRun;
}

/** The parts that count, in the order in which they were begun. */
function* partsOf({ chunks, attempts, run, parts }: Collected): Generator<Part> {
	for (let chunk = 0; chunk < chunks; chunk += 1) {
		const attempt = attempts[chunk] ?? 1;
		if (attempt === 0) continue;
		const held = parts[chunk];
		yield { chunk, attempt, run, ...(held ? { held } : {}) };
	}
}

/** Leads in the order in which they were read, chunk by chunk, each once. Never more than one chunk is in memory. */
export class CollectedLeads implements AsyncIterable<Lead[]> {
	rows = 0;
	repeats = 0;
	/** Leads by agent. */
	readonly rowsOf = new Map<string, number>();
	readonly #seen = new Map<string, LeadIds>();

	/** @param onChunk after each chunk; throws to end it */
	constructor(
		private readonly collected: Collected,
		private readonly onChunk: () => void,
	) {}

	async *[Symbol.asyncIterator](): AsyncGenerator<Lead[]> {
		const { store, taskId } = this.collected;
		for (const part of partsOf(this.collected)) {
			this.onChunk();
			const leads = await readLeadsOf(store, taskId, part);
			yield leads.filter((lead) => this.#isNew(lead));
		}
	}

	/** Ids are whole numbers, and nothing says that two agents share none. */
	#isNew({ agentId, id }: Lead): boolean {
		const seen = this.#seen.get(agentId) ?? new LeadIds();
		this.#seen.set(agentId, seen);
		const isNew = seen.add(id);
		if (isNew) {
			this.rows += 1;
			this.rowsOf.set(agentId, (this.rowsOf.get(agentId) ?? 0) + 1);
		} else {
			this.repeats += 1;
		}
		return isNew;
	}
}

/** Names of all captured form fields, sorted: the columns of a table stand before its first row is written. */
export async function fieldNames(collected: Collected, onChunk: () => void): Promise<string[]> {
	const names = new Set<string>();
	for (const part of partsOf(collected)) {
		onChunk();
		for (const name of await readFieldsOf(collected.store, collected.taskId, part)) names.add(name);
	}
	return [...names].sort();
}
