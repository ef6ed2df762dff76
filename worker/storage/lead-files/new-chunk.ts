import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import type { Lead } from '../../../api';
import type { HeldLeads } from '../../../workflows/export/activities';
import type { BlobStore } from '../blobs';
import { shallowLead } from '../shallow-lead';
import {
	type groupSchema,
	type Header,
	keyOf,
	leadsOf,
	type SkippedIds,
	type ParsedChunk,
	type Part,
	together,
} from './chunk';
import { type FieldColumns, FieldNames, MOST_FIELDS } from './field-names';

/**
 * A reader of a chunk then has few leads in memory at a time, which costs far less than all. Between two groups the
 * process does its other work, such as responding to health checks.
 */
const LEADS_OF_GROUP = 100;
/** Characters of JSON after which a group ends too, as visitors decide how long a lead is. */
const CHARACTERS_OF_GROUP = 256 * 1024;
/** More names of a chunk than a table has columns: the rarest cannot get one. */
const NAMES_OF_CHUNK = 5 * MOST_FIELDS;

/** Rows of a file with columns for these form fields. */
export type RowsOf = (fields: FieldColumns) => (leads: readonly Lead[]) => string;

/** Leads on their way into a chunk. Each group is encoded when it is added, while others are still read. */
export class NewChunk {
	readonly #fields = new FieldNames();
	readonly #groups: Buffer[] = [];
	#held: HeldLeads = [0, 0, 0];

	/** @param rowsOf of a file that is put together from rows */
	constructor(
		private readonly rowsOf?: RowsOf,
		private skippedIds?: SkippedIds,
	) {}

	get skipped(): SkippedIds | undefined {
		return this.skippedIds;
	}

	get held(): HeldLeads {
		return this.#held;
	}

	/** The process does other work between two groups. Await it before the next call. */
	async add(leads: readonly Lead[]): Promise<void> {
		for (const { leads: some, json } of groupsOf(leads)) {
			this.#addGroup(some, json);
			await nextTurn();
		}
	}

	/** Notes a lead that the filter skips. All of a chunk's are of the same agent. */
	skip(agentId: string, leadId: number, by: keyof Omit<SkippedIds, 'agentId'>): void {
		this.skippedIds ??= { agentId, country: [], email: [], formField: [] };
		this.skippedIds[by].push(leadId);
	}

	#addGroup(leads: readonly Lead[], json: readonly string[]): void {
		for (const lead of leads) for (const name of Object.keys(lead.fields)) this.#fields.add(name);
		this.#held = together(this.#held, leads);
		const content = Buffer.from(`[${json.join(',')}]`);
		const made = this.#rowsOf(leads);
		const first: z.input<typeof groupSchema> = { leads: content.length, rows: made?.rows ?? null };
		this.#groups.push(Buffer.from(`${JSON.stringify(first)}\n`), content, made?.content ?? EMPTY);
	}

	/**
	 * With columns for all fields so far. They are the file's, unless a field appears later. With more fields than a
	 * table has columns, only the whole file tells which get one.
	 */
	#rowsOf(leads: readonly Lead[]) {
		const [agentId, other] = new Set(leads.map((lead) => lead.agentId));
		if (this.rowsOf === undefined || agentId === undefined || other !== undefined) return null;
		if (this.#fields.size > MOST_FIELDS) return null;
		const columns = this.#fields.columns();
		const content = Buffer.from(this.rowsOf(columns)(leads));
		const fields = [...columns.names];
		return { content, rows: { bytes: content.length, agentId, ids: leads.map(({ id }) => id), fields } };
	}

	/** What was added, in this order. It is decoded again, as keeping the leads costs more than most chunks need. */
	async leads(): Promise<Lead[]> {
		return leadsOf(Buffer.concat(this.#groups));
	}

	/**
	 * Default: a new chunk's. One that replaces another says what that held and skipped, and how many leads were removed.
	 */
	content({ held, erased, skipped }: Before = { held: this.#held, erased: 0, skipped: this.skipped }): Buffer {
		const names = this.#fields.mostUsed(NAMES_OF_CHUNK);
		const [fields, counts] = [names.map(([name]) => name), names.map(([, leads]) => leads)];
		const header: Header = { fields, counts, held, erased, skipped };
		return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...this.#groups]);
	}
}

type Before = Pick<Header, 'held' | 'erased' | 'skipped'>;

const EMPTY = Buffer.alloc(0);

/** Leads in their order with their JSON, few at a time. */
function* groupsOf(leads: readonly Lead[]): Generator<{ leads: Lead[]; json: string[] }> {
	let [group, json, characters]: [Lead[], string[], number] = [[], [], 0];
	for (const lead of leads.map(shallowLead)) {
		const text = JSON.stringify(lead);
		group.push(lead);
		json.push(text);
		characters += text.length;
		if (group.length < LEADS_OF_GROUP && characters < CHARACTERS_OF_GROUP) continue;
		yield { leads: group, json };
		[group, json, characters] = [[], [], 0];
	}
	if (group.length > 0) yield { leads: group, json };
}

/** A chunk of these leads. @param rowsOf of a file that is put together from rows */
export async function newChunk(leads: readonly Lead[], rowsOf?: RowsOf, skipped?: SkippedIds): Promise<NewChunk> {
	const chunk = new NewChunk(rowsOf, skipped);
	await chunk.add(leads);
	return chunk;
}

/** Stores a chunk and replaces an existing one. @returns what it holds now */
export async function storeChunk(store: BlobStore, taskId: string, part: Part, chunk: NewChunk): Promise<HeldLeads> {
	await store.write(keyOf(taskId, part), chunk.content());
	return chunk.held;
}

/** The content of a chunk without erased persons. @param kept the remaining leads */
export async function chunkWithout(
	{ held, erased, skipped, leads }: ParsedChunk,
	kept: readonly Lead[],
): Promise<Buffer> {
	const chunk = await newChunk(kept);
	return chunk.content({ held, skipped, erased: erased + leads.length - kept.length });
}
