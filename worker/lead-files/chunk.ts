import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Lead } from '../../api';
import { type BlobStore, chunkKey, type OpenBlob } from '../blobs';

/** The first line tells the captured form fields of the leads in the second, so that columns are known without them. */
const fieldsSchema = z.array(z.string());
/** They were checked when they were read from the service, and a million are too many to check again. */
const leadsSchema = z.array(z.custom<Lead>((value) => typeof value === 'object' && value !== null && 'id' in value));

/** A chunk as one attempt stored it. */
export interface Part {
	chunk: number;
	attempt: number;
}

/** One part of what an export has read was removed before the export was done. */
export class ChunkMissingError extends Error {
	override name = 'ChunkMissingError';

	constructor({ chunk }: Part) {
		super(`Part ${chunk} of what was read is not there any more.`);
	}
}

/** Stores leads as a part. The same part again takes the place of what was there. */
export async function storeChunk(store: BlobStore, taskId: string, part: Part, leads: Lead[]): Promise<void> {
	await store.write(keyOf(taskId, part), chunkContent(leads));
}

export function chunkContent(leads: readonly Lead[]): Buffer {
	const fields = new Set(leads.flatMap((lead) => Object.keys(lead.fields)));
	return Buffer.from(`${JSON.stringify([...fields])}\n${JSON.stringify(leads)}`);
}

/** @throws ChunkMissingError */
export async function readLeadsOf(store: BlobStore, taskId: string, part: Part): Promise<Lead[]> {
	return leadsIn(await text((await openChunk(store, taskId, part)).content));
}

/** @param content of a whole chunk */
export function leadsIn(content: string): Lead[] {
	const leads: unknown = JSON.parse(content.slice(content.indexOf('\n') + 1));
	return leadsSchema.parse(leads);
}

/** Names of the captured form fields in a chunk. @throws ChunkMissingError */
export async function readFieldsOf(store: BlobStore, taskId: string, part: Part): Promise<string[]> {
	const { content } = await openChunk(store, taskId, part);
	try {
		for await (const line of createInterface(content)) {
			const fields: unknown = JSON.parse(line);
			return fieldsSchema.parse(fields);
		}
		return [];
	} finally {
		content.destroy();
	}
}

async function openChunk(store: BlobStore, taskId: string, part: Part): Promise<OpenBlob> {
	const blob = await store.open(keyOf(taskId, part));
	if (blob === null) throw new ChunkMissingError(part);
	return blob;
}

function keyOf(taskId: string, { chunk, attempt }: Part): string {
	return chunkKey(taskId, chunk, attempt);
}
