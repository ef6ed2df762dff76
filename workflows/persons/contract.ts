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
}

export const PLACE_KINDS = [
	'service',
	'history',
	'sync',
	'schedule',
	'export-file',
	'export-chunk',
	'upload',
	'destination',
	'bucket',
	'receiver',
] as const;

/**
 * - `found`: erasing would erase it.
 * - `erased`: it is gone.
 * - `open`: something that still goes on names the person: a person has to end it, then erase again.
 * - `failed`: it could not be looked at, or not erased; the note says why.
 * - `elsewhere`: it is out of reach; the note says what a person does there.
 */
export const PLACE_STATES = ['found', 'erased', 'open', 'failed', 'elsewhere'] as const;

export type PlaceState = (typeof PLACE_STATES)[number];

/** One place that holds something of the person, or may. */
export interface PersonPlace {
	kind: (typeof PLACE_KINDS)[number];
	/** Id, name or key, without anything of the person. */
	where: string;
	/** Rows, leads or records; null where nobody can tell. */
	count: number | null;
	state: PlaceState;
	/** What to know or to do, for a person; empty where there is nothing. */
	note: string;
}

export interface PersonReport {
	version: 1;
	mode: PersonMode;
	/** Nothing is open and nothing failed: what is within reach was looked at, and erased where that was asked. */
	complete: boolean;
	counts: Record<PlaceState, number>;
	places: PersonPlace[];
	/** Places that are counted and not listed, since there are too many. */
	unlisted: number;
}
