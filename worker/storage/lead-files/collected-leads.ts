import type { Lead } from '../../../api';
import type { AttemptsThatCount, PartsOfRun } from '../../../workflows/export/activities';
import type { BlobStore } from '../blobs';
import { type Part, readFieldsOf, readLeadsOf } from './chunk';

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

/** Ids of one block stand in one row of bits. */
const BLOCK = 2 ** 16;
/** From so many ids on, a block is a row of bits: 8 KiB. */
const SPARSE = 512;

/** A set of whole numbers, small also where there are millions: ids that lie close together take a bit each. */
export class LeadIds {
	readonly #blocks = new Map<number, Set<number> | Uint8Array>();

	/** @returns false when it was there already */
	add(id: number): boolean {
		const [number, place] = [Math.floor(id / BLOCK), id % BLOCK];
		const block = this.#blocks.get(number) ?? new Set<number>();
		if (block instanceof Uint8Array) return setBit(block, place);
		if (block.has(place)) return false;
		block.add(place);
		this.#blocks.set(number, block.size < SPARSE ? block : bitsOf(block));
		return true;
	}
}

function bitsOf(places: Set<number>): Uint8Array {
	const bits = new Uint8Array(BLOCK / 8);
	for (const place of places) setBit(bits, place);
	return bits;
}

function setBit(bits: Uint8Array, place: number): boolean {
	const [index, bit] = [place >> 3, 1 << (place & 7)];
	const before = bits[index] ?? 0;
	bits[index] = before | bit;
	return (before & bit) === 0;
}
