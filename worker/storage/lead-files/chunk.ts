import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Lead } from '../../../api';
import type { HeldLeads } from '../../../workflows/export/activities';
import { type BlobStore, chunkKey, type OpenBlob } from '../blobs';
import type { FieldNames } from './field-names';

/** Names of the captured form fields, so that the columns are known without reading the leads. */
const fieldsSchema = z.array(z.string());
const heldSchema: z.ZodType<HeldLeads> = z.tuple([z.int(), z.int(), z.int()]);

const ids = z.array(z.int());
/** Ids of leads that the filter skipped, by the condition they did not meet. All are of one agent. */
const skippedIdsSchema = z.object({ agentId: z.string(), country: ids, email: ids, formField: ids });
export type SkippedIds = z.output<typeof skippedIdsSchema>;

/** The first line of a chunk. Groups of its leads follow. */
const headerSchema = z.object({
	fields: fieldsSchema,
	/** For each of them, how many leads have it. Default: 1 */
	counts: z.array(z.int()).optional(),
	/** What was stored. */
	held: heldSchema,
	/** Number of leads removed since then, because their persons were erased. */
	erased: z.int().min(0),
	/** Default: none */
	skipped: skippedIdsSchema.optional(),
});
export type Header = z.output<typeof headerSchema>;

const bytesSchema = z.int().min(0);

/**
 * The first line of a group. Its leads follow as JSON, then their rows of the file. The file is put together from these
 * rows without parsing the leads.
 */
export const groupSchema = z.object({
	leads: bytesSchema,
	/** Null: the leads are of several agents, have more form fields than a table has columns, or are stored without rows. */
	rows: z.nullable(z.object({ bytes: bytesSchema, agentId: z.string(), ids: z.array(z.int()), fields: fieldsSchema })),
});

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

export type ParsedChunk = Header & { leads: Lead[] };

/** Parses a whole chunk. @throws Error if it is invalid */
export async function parseChunk(content: Buffer): Promise<ParsedChunk> {
	const [header, groups] = parseHeader(content);
	return { ...header, leads: await leadsOf(groups) };
}

/**
 * Some leads of a chunk after the other, in their order.
 * @throws ChunkMissingError, ChunkChangedError; the latter also after the last lead
 */
export async function* readGroupsOf(store: BlobStore, taskId: string, part: Part): AsyncGenerator<LeadGroup> {
	const content = await buffer((await openChunk(store, taskId, part)).content);
	const [header, groups] = inForm(part, () => parseHeader(content));
	checkHeader(part, header);
	const { held, erased } = header;
	let kept: HeldLeads = [0, 0, 0];
	for (let rest = groups; rest.length > 0;) {
		const [group, after] = inForm(part, () => takeGroup(rest));
		kept = together(kept, group.ids);
		yield group;
		await nextTurn();
		rest = after;
	}
	// If persons were erased from the chunk, only the number can be compared.
	const isWhole = erased === 0 ? isSame(held, kept) : held[0] === kept[0] + erased;
	if (!isWhole) throw new ChunkChangedError(part, held, kept);
}

/**
 * Adds the names of the captured form fields in a chunk, read from its first line.
 * @throws ChunkMissingError, ChunkChangedError
 */
export async function addFieldsOf(store: BlobStore, taskId: string, part: Part, names: FieldNames): Promise<void> {
	const { fields, counts } = await headerOf(store, taskId, part);
	for (const [index, name] of fields.entries()) names.add(name, counts?.[index]);
}

/** The leads that the filter skipped of a chunk. @throws ChunkMissingError, ChunkChangedError */
export async function skippedOf(store: BlobStore, taskId: string, part: Part): Promise<SkippedIds | undefined> {
	return (await headerOf(store, taskId, part)).skipped;
}

async function headerOf(store: BlobStore, taskId: string, part: Part): Promise<Header> {
	const { content } = await openChunk(store, taskId, part);
	const line = await firstLineOf(content).finally(() => content.destroy());
	const [header] = inForm(part, () => parseHeader(line));
	checkHeader(part, header);
	return header;
}

/** Up to its end, or all. A name may have characters that readers of lines take for a line end. */
async function firstLineOf(content: Readable): Promise<Buffer> {
	const parts: Buffer[] = [];
	for await (const part of content as AsyncIterable<Buffer>) {
		parts.push(part);
		if (part.includes('\n')) break;
	}
	return Buffer.concat(parts);
}

function checkHeader(part: Part, { held }: Header): void {
	if (part.held !== undefined && !isSame(part.held, held)) throw new ChunkChangedError(part, part.held, held);
}

/** @throws ChunkChangedError where the content does not have the form that was stored */
function inForm<Parsed>(part: Part, parse: () => Parsed): Parsed {
	try {
		return parse();
	} catch {
		throw new ChunkChangedError(part, part.held ?? null, null);
	}
}

/** All leads of a chunk's groups. @throws Error if one is cut short or invalid */
export async function leadsOf(groups: Buffer): Promise<Lead[]> {
	const all: Lead[] = [];
	for (let rest = groups; rest.length > 0;) {
		const [group, after] = takeGroup(rest);
		all.push(...group.leads());
		await nextTurn();
		rest = after;
	}
	return all;
}

/** The first group of the content, and what follows it. @throws Error if it is cut short or invalid */
function takeGroup(content: Buffer): [group: LeadGroup, rest: Buffer] {
	const [first, after] = parseFirstLine(content);
	const { leads: bytes, rows } = groupSchema.parse(first);
	const end = bytes + (rows?.bytes ?? 0);
	if (end > after.length) throw new RangeError('The group is cut short.');
	const leads = () => parseLeads(after.subarray(0, bytes));
	if (rows === null) return [groupOf(leads()), after.subarray(end)];
	const { agentId, ids, fields } = rows;
	const group = { ids: ids.map((id) => ({ agentId, id })), leads, rows: after.subarray(bytes, end), fields };
	return [group, after.subarray(end)];
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
export function together(held: HeldLeads, leads: ReadonlyArray<Pick<Lead, 'id'>>): HeldLeads {
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

/** Where a part is stored. */
export function keyOf(taskId: string, { chunk, attempt, run }: Part): string {
	return chunkKey(taskId, chunk, attempt, run);
}
