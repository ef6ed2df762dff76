import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { Lead } from '../../../api';
import type { HeldLeads } from '../../../workflows/export/activities';
import { type BlobStore, chunkKey, type OpenBlob } from '../blobs';

/** Names of the captured form fields, so that the columns are known without reading the leads. */
const fieldsSchema = z.array(z.string());
const heldSchema: z.ZodType<HeldLeads> = z.tuple([z.int(), z.int(), z.int()]);

/** The first line of a chunk. Groups of its leads follow. */
const headerSchema = z.object({
	fields: fieldsSchema,
	/** What was stored. */
	held: heldSchema,
	/** Number of leads removed since then, because their persons were erased. */
	erased: z.int().min(0),
});
type Header = z.output<typeof headerSchema>;

const bytesSchema = z.int().min(0);

/**
 * The first line of a group. Its leads follow as JSON, then their rows of the file. The file is put together from these
 * rows without parsing the leads.
 */
const groupSchema = z.object({
	leads: bytesSchema,
	/** Null: the leads are of several agents, or stored without rows. */
	rows: z.nullable(z.object({ bytes: bytesSchema, agentId: z.string(), ids: z.array(z.int()), fields: fieldsSchema })),
});

/** Who reads a chunk then has few leads in memory at a time, which costs far less than all. */
const LEADS_OF_GROUP = 100;

/** The client checked them when it read them from the service. A second check of a million leads would be too slow. */
const leadsSchema = z.array(z.custom<Lead>((value) => typeof value === 'object' && value !== null && 'id' in value));

/** A chunk as one attempt of one run stored it. */
export interface Part {
	chunk: number;
	attempt: number;
	run: string;
	/** The expected content. Default: what the chunk itself states. */
	held?: HeldLeads;
}

/** A chunk of an export was removed before the export had ended. */
export class ChunkMissingError extends Error {
	override name = 'ChunkMissingError';

	constructor({ chunk }: Part) {
		super(`Part ${chunk} of the leads is missing.`);
	}
}

/** A chunk of an export has other content than the leads that were read. */
export class ChunkChangedError extends Error {
	override name = 'ChunkChangedError';

	constructor({ chunk }: Part, read: HeldLeads | null, kept: HeldLeads | null) {
		super(`Part ${chunk} holds ${inWords(kept)}, but the export had read ${inWords(read)}.`);
	}
}

/** Rows of a file with columns for these form fields. */
export type RowsOf = (fields: readonly string[]) => (leads: readonly Lead[]) => string;

/** Leads on their way into a chunk. Each group is encoded when it is added, while others are still read. */
export class NewChunk {
	readonly #fields = new Set<string>();
	readonly #groups: Buffer[] = [];
	#held: HeldLeads = [0, 0, 0];

	/** @param rowsOf of a file that is put together from rows */
	constructor(private readonly rowsOf?: RowsOf) {}

	get held(): HeldLeads {
		return this.#held;
	}

	add(leads: readonly Lead[]): void {
		for (let at = 0; at < leads.length; at += LEADS_OF_GROUP) this.#addGroup(leads.slice(at, at + LEADS_OF_GROUP));
	}

	#addGroup(leads: readonly Lead[]): void {
		for (const lead of leads) for (const name of Object.keys(lead.fields)) this.#fields.add(name);
		this.#held = together(this.#held, leads);
		const content = Buffer.from(JSON.stringify(leads));
		const made = this.#rowsOf(leads);
		const first: z.input<typeof groupSchema> = { leads: content.length, rows: made?.rows ?? null };
		this.#groups.push(Buffer.from(`${JSON.stringify(first)}\n`), content, made?.content ?? EMPTY);
	}

	/** With columns for all fields so far. They are the file's, unless a field appears later. */
	#rowsOf(leads: readonly Lead[]) {
		const [agentId, other] = new Set(leads.map((lead) => lead.agentId));
		if (this.rowsOf === undefined || agentId === undefined || other !== undefined) return null;
		const fields = [...this.#fields].sort();
		const content = Buffer.from(this.rowsOf(fields)(leads));
		return { content, rows: { bytes: content.length, agentId, ids: leads.map(({ id }) => id), fields } };
	}

	/** What was added, in this order. It is decoded again, as keeping the leads costs more than most chunks need. */
	leads(): Lead[] {
		return leadsOf(Buffer.concat(this.#groups));
	}

	/** @param before what the chunk held, and how many were removed, if it replaces one */
	content({ held, erased }: Pick<Header, 'held' | 'erased'> = { held: this.#held, erased: 0 }): Buffer {
		const header: Header = { fields: [...this.#fields].sort(), held, erased };
		return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...this.#groups]);
	}
}

const EMPTY = Buffer.alloc(0);

/** A chunk of these leads. @param rowsOf of a file that is put together from rows */
export function newChunk(leads: readonly Lead[], rowsOf?: RowsOf): NewChunk {
	const chunk = new NewChunk(rowsOf);
	chunk.add(leads);
	return chunk;
}

/** Stores a chunk and replaces an existing one. @returns what it holds now */
export async function storeChunk(store: BlobStore, taskId: string, part: Part, chunk: NewChunk): Promise<HeldLeads> {
	await store.write(keyOf(taskId, part), chunk.content());
	return chunk.held;
}

/** Some leads of a chunk, in their order. */
export interface LeadGroup {
	ids: ReadonlyArray<Pick<Lead, 'agentId' | 'id'>>;
	leads: () => Lead[];
	/** Their rows in a file with columns for exactly `fields`; null: they have to be made. */
	rows: Buffer | null;
	fields: readonly string[];
}

export function groupOf(leads: Lead[]): LeadGroup {
	return { ids: leads, leads: () => leads, rows: null, fields: [] };
}

/** Parses a whole chunk. @throws Error if it is invalid */
export function parseChunk(content: Buffer): Header & { leads: Lead[] } {
	const [header, groups] = parseHeader(content);
	return { ...header, leads: leadsOf(groups) };
}

/** The content of a chunk without erased persons. @param kept the remaining leads */
export function chunkWithout({ held, erased, leads }: ReturnType<typeof parseChunk>, kept: readonly Lead[]): Buffer {
	return newChunk(kept).content({ held, erased: erased + leads.length - kept.length });
}

/**
 * Some leads of a chunk after the other, in their order.
 * @throws ChunkMissingError, ChunkChangedError; the latter also after the last lead
 */
export async function* readGroupsOf(store: BlobStore, taskId: string, part: Part): AsyncGenerator<LeadGroup> {
	const [header, groups] = parseHeader(await buffer((await openChunk(store, taskId, part)).content));
	checkHeader(part, header);
	const { held, erased } = header;
	let kept: HeldLeads = [0, 0, 0];
	for (const group of groupsOf(groups)) {
		kept = together(kept, group.ids);
		yield group;
	}
	// If persons were erased from the chunk, only the number can be compared.
	const isWhole = erased === 0 ? isSame(held, kept) : held[0] === kept[0] + erased;
	if (!isWhole) throw new ChunkChangedError(part, held, kept);
}

/** Names of the captured form fields in a chunk. @throws ChunkMissingError, ChunkChangedError */
export async function readFieldsOf(store: BlobStore, taskId: string, part: Part): Promise<string[]> {
	const { content } = await openChunk(store, taskId, part);
	try {
		for await (const line of createInterface(content)) {
			const header: unknown = JSON.parse(line);
			const { fields, ...rest } = headerSchema.parse(header);
			checkHeader(part, { fields, ...rest });
			return fields;
		}
		throw new ChunkChangedError(part, part.held ?? null, null);
	} finally {
		content.destroy();
	}
}

function checkHeader(part: Part, { held }: Header): void {
	if (part.held !== undefined && !isSame(part.held, held)) throw new ChunkChangedError(part, part.held, held);
}

function leadsOf(groups: Buffer): Lead[] {
	return [...groupsOf(groups)].flatMap(({ leads }) => leads());
}

function* groupsOf(content: Buffer): Generator<LeadGroup> {
	let rest = content;
	while (rest.length > 0) {
		const [first, after] = parseFirstLine(rest);
		const { leads: bytes, rows } = groupSchema.parse(first);
		const end = bytes + (rows?.bytes ?? 0);
		const leads = () => parseLeads(after.subarray(0, bytes));
		if (rows === null) yield groupOf(leads());
		else {
			const { agentId, ids, fields } = rows;
			yield { ids: ids.map((id) => ({ agentId, id })), leads, rows: after.subarray(bytes, end), fields };
		}
		rest = after.subarray(end);
	}
}

function parseHeader(content: Buffer): [header: Header, groups: Buffer] {
	const [first, groups] = parseFirstLine(content);
	return [headerSchema.parse(first), groups];
}

function parseFirstLine(content: Buffer): [line: unknown, rest: Buffer] {
	const end = content.indexOf('\n');
	return [JSON.parse(content.toString('utf8', 0, end)), content.subarray(end + 1)];
}

function parseLeads(content: Buffer): Lead[] {
	const leads: unknown = JSON.parse(content.toString());
	return leadsSchema.parse(leads);
}

/** What is held once these leads follow. */
function together(held: HeldLeads, leads: ReadonlyArray<Pick<Lead, 'id'>>): HeldLeads {
	const [first, last] = [leads[0], leads.at(-1)];
	if (first === undefined || last === undefined) return held;
	return [held[0] + leads.length, held[0] === 0 ? first.id : held[1], last.id];
}

function isSame(one: HeldLeads, other: HeldLeads): boolean {
	return one.every((value, index) => value === other[index]);
}

function inWords(held: HeldLeads | null): string {
	if (held === null) return 'an unknown number of leads';
	const [leads, first, last] = held;
	return leads === 0 ? 'no leads' : `${leads} leads from id ${first} to ${last}`;
}

async function openChunk(store: BlobStore, taskId: string, part: Part): Promise<OpenBlob> {
	const blob = await store.open(keyOf(taskId, part));
	if (blob === null) throw new ChunkMissingError(part);
	return blob;
}

function keyOf(taskId: string, { chunk, attempt, run }: Part): string {
	return chunkKey(taskId, chunk, attempt, run);
}
