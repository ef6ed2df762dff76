import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { type Lead, leadSchema } from '../../../api';
import { shallowLead } from '../shallow-lead';
import type { BlobStore } from './blob-store';

const leadsSchema = z.array(leadSchema);

/** Stores leads for a flow. A repeat with the same key replaces them. */
export async function writeLeads(store: BlobStore, key: string, leads: readonly Lead[]): Promise<void> {
	await store.write(key, Buffer.from(JSON.stringify(leads.map(shallowLead))));
}

/** The stored leads, by their id. Empty if nothing is stored there any more. */
export async function readLeads(store: BlobStore, key: string): Promise<ReadonlyMap<number, Lead>> {
	const open = await store.open(key);
	return open === null ? new Map() : parseLeads(await buffer(open.content));
}

/** The leads in stored contents, by their id. */
export function parseLeads(content: Buffer): ReadonlyMap<number, Lead> {
	const leads = leadsSchema.parse(JSON.parse(content.toString()));
	return new Map(leads.map((lead) => [lead.id, lead]));
}
