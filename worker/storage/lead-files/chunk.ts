import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Lead } from '../../../api';
import type { HeldLeads } from '../../../workflows/export/activities';
import { type BlobStore, chunkKey, type OpenBlob } from '../blobs';

/** Names of the captured form fields, so that the columns are known without reading the leads. */
const fieldsSchema = z.array(z.string());
const heldSchema: z.ZodType<HeldLeads> = z.tuple([z.int(), z.int(), z.int()]);

/** The first line of a chunk. Each further line holds some of its leads. */
const headerSchema = z.object({
	fields: fieldsSchema,
	/** What was stored. */
	held: heldSchema,
	/** Number of leads removed since then, because their persons were erased. */
	erased: z.int().min(0),
});
type Header = z.output<typeof headerSchema>;

/** Leads of a line. Who reads a chunk then has few of them in memory at a time, which costs far less than all. */
const LEADS_OF_LINE = 100;

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

/** Stores leads as a chunk and replaces an existing one. @returns what the chunk holds now */
export async function storeChunk(store: BlobStore, taskId: string, part: Part, leads: Lead[]): Promise<HeldLeads> {
	const held = heldOf(leads);
	await store.write(keyOf(taskId, part), contentOf(leads, held, 0));
	return held;
}

/** Parses a whole chunk. @throws Error if it is invalid */
export function parseChunk(content: string): Header & { leads: Lead[] } {
	const [header, lines] = linesOf(content);
	return { ...header, leads: lines.flatMap(parseLine) };
}

/** The content of a chunk without erased persons. @param kept the remaining leads */
export function chunkWithout({ held, erased, leads }: ReturnType<typeof parseChunk>, kept: readonly Lead[]): Buffer {
	return contentOf(kept, held, erased + leads.length - kept.length);
}

/**
 * Some leads of a chunk after the other, in their order.
 * @throws ChunkMissingError, ChunkChangedError; the latter also after the last lead
 */
export async function* readLeadsOf(store: BlobStore, taskId: string, part: Part): AsyncGenerator<Lead[]> {
	const [header, lines] = linesOf(await text((await openChunk(store, taskId, part)).content));
	checkHeader(part, header);
	const { held, erased } = header;
	const kept: HeldLeads = [0, 0, 0];
	for (const line of lines) {
		const leads = parseLine(line);
		const [count, first, last] = heldOf(leads);
		if (kept[0] === 0) kept[1] = first;
		if (count > 0) kept[2] = last;
		kept[0] += count;
		yield leads;
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

function contentOf(leads: readonly Lead[], held: HeldLeads, erased: number): Buffer {
	const fields = new Set<string>();
	for (const lead of leads) for (const name of Object.keys(lead.fields)) fields.add(name);
	const lines = [JSON.stringify({ fields: [...fields], held, erased })];
	for (let at = 0; at < leads.length; at += LEADS_OF_LINE)
		lines.push(JSON.stringify(leads.slice(at, at + LEADS_OF_LINE)));
	return Buffer.from(lines.join('\n'));
}

function linesOf(content: string): [header: Header, lines: string[]] {
	const [first = '', ...lines] = content.split('\n');
	const header: unknown = JSON.parse(first);
	return [headerSchema.parse(header), lines];
}

function parseLine(line: string): Lead[] {
	const leads: unknown = JSON.parse(line);
	return leadsSchema.parse(leads);
}

function heldOf(leads: readonly Lead[]): HeldLeads {
	return [leads.length, leads[0]?.id ?? 0, leads.at(-1)?.id ?? 0];
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
