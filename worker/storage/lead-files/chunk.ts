import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Lead } from '../../../api';
import type { HeldLeads } from '../../../workflows/export/activities';
import { type BlobStore, chunkKey, type OpenBlob } from '../blobs';

/** Names of the captured form fields of the leads: columns are known without reading the leads. */
const fieldsSchema = z.array(z.string());
const heldSchema: z.ZodType<HeldLeads> = z.tuple([z.int(), z.int(), z.int()]);

/** The first line of a chunk; the second one are its leads. */
const headerSchema = z.object({
	fields: fieldsSchema,
	/** What was stored. */
	held: heldSchema,
	/** How many leads were taken out since, as their persons were erased. */
	erased: z.int().min(0),
});
type Header = z.output<typeof headerSchema>;

/** They were checked when they were read from the service, and a million are too many to check again. */
const leadsSchema = z.array(z.custom<Lead>((value) => typeof value === 'object' && value !== null && 'id' in value));

/** A chunk as one attempt of one run stored it. */
export interface Part {
	chunk: number;
	attempt: number;
	run: string;
	/** What it must hold; left out: what it says itself. */
	held?: HeldLeads;
}

/** One part of what an export has read was removed before the export was done. */
export class ChunkMissingError extends Error {
	override name = 'ChunkMissingError';

	constructor({ chunk }: Part) {
		super(`Part ${chunk} of what was read is not there any more.`);
	}
}

/** One part of what an export has read holds something else. */
export class ChunkChangedError extends Error {
	override name = 'ChunkChangedError';

	constructor({ chunk }: Part, read: HeldLeads | null, kept: HeldLeads | null) {
		super(`Part ${chunk} holds ${inWords(kept)}, but ${inWords(read)} were read.`);
	}
}

/** Stores leads as a part. The same part again takes the place of what was there. @returns what it holds now */
export async function storeChunk(store: BlobStore, taskId: string, part: Part, leads: Lead[]): Promise<HeldLeads> {
	const held = heldOf(leads);
	await store.write(keyOf(taskId, part), contentOf(leads, held, 0));
	return held;
}

/** A whole chunk. @throws Error when it is none */
export function parseChunk(content: string): Header & { leads: Lead[] } {
	const end = content.indexOf('\n');
	const header: unknown = JSON.parse(content.slice(0, end));
	const leads: unknown = JSON.parse(content.slice(end + 1));
	return { ...headerSchema.parse(header), leads: leadsSchema.parse(leads) };
}

/** The content of a chunk from which persons were erased. @param kept the leads that stay */
export function chunkWithout({ held, erased, leads }: ReturnType<typeof parseChunk>, kept: readonly Lead[]): Buffer {
	return contentOf(kept, held, erased + leads.length - kept.length);
}

/** @throws ChunkMissingError, ChunkChangedError */
export async function readLeadsOf(store: BlobStore, taskId: string, part: Part): Promise<Lead[]> {
	const { leads, ...header } = parseChunk(await text((await openChunk(store, taskId, part)).content));
	checkHeader(part, header);
	const { held, erased } = header;
	const kept = heldOf(leads);
	// Of a part that persons were erased from only the number is known.
	const isWhole = erased === 0 ? isSame(held, kept) : held[0] === kept[0] + erased;
	if (!isWhole) throw new ChunkChangedError(part, held, kept);
	return leads;
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
	const fields = [...new Set(leads.flatMap((lead) => Object.keys(lead.fields)))];
	return Buffer.from(`${JSON.stringify({ fields, held, erased })}\n${JSON.stringify(leads)}`);
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
