import { z } from 'zod';
import type { Timing } from '../task/timing';

/** `find` changes nothing. */
export type PersonMode = 'find' | 'erase';

/** One lead of the service. */
export interface PersonLead {
	connection: string;
	agentId: string;
	leadId: number;
}

export interface PersonArgs {
	mode: PersonMode;
	/** Key of the blob that names the person: no history ever does. */
	request: string;
	/** Connections whose service is asked for leads of the person. */
	connections: string[];
	/** Default: the times of the product. */
	timing?: Partial<Timing>;
}

const count = z.int().min(0);

/**
 * - `found`: erasing would erase it.
 * - `erased`: it is gone.
 * - `open`: something that still runs names the person: a person has to end it, then erase again.
 * - `failed`: it could not be looked at, or not erased; the note says why.
 * - `elsewhere`: it is out of reach; the note says what a person does there.
 */
const placeStateSchema = z.enum(['found', 'erased', 'open', 'failed', 'elsewhere']);
export type PlaceState = z.output<typeof placeStateSchema>;

/** One place that holds something of the person, or may. */
const personPlaceSchema = z.object({
	kind: z.enum([
		...(['service', 'history', 'sync', 'schedule', 'export-file'] as const),
		...(['export-chunk', 'flow-leads', 'upload', 'destination', 'bucket', 'receiver'] as const),
		...(['mail-conversation', 'n8n', 'synced-person', 'knowledge-set'] as const),
	]),
	where: z.string().describe('Id, name or key, without data of the person'),
	count: count.nullable().describe('Rows, leads or records; null if the number is unknown'),
	state: placeStateSchema.describe(
		'found: an erasure would delete it. erased: deleted. open: an open task names the person. End the task, then erase again. failed: it could not be read or deleted. elsewhere: the worker cannot delete it. The note says what to do',
	),
	note: z.string().describe('What to know or do; empty if there is nothing'),
});
export type PersonPlace = z.output<typeof personPlaceSchema>;

/** What a search for a person, or an erasure, ends with. */
export const personReportSchema = z.object({
	version: z.literal(1),
	mode: z.enum(['find', 'erase']),
	complete: z.boolean().describe('No place is open or failed'),
	counts: z.record(placeStateSchema, count),
	places: z.array(personPlaceSchema),
	unlisted: count.describe('Number of places that are counted but not listed, because there are too many'),
});
export type PersonReport = z.output<typeof personReportSchema>;
