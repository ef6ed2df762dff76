import type { TaskProgress } from '../task/progress';

interface SyncTotals {
	destination: string;
	/** Leads written in all. */
	synced: number;
	/** Leads that are in the list of refused ones. */
	refused: number;
	/** Milliseconds since 1970: everything captured until then was read; null before the first pass has ended. */
	completeAt: number | null;
	/** Milliseconds since 1970: when it looks again; left out while there is more to read. */
	nextAt?: number;
	/** ISO 8601 UTC. */
	at: string;
}

/** How a sync stands, as progress. Used by the workflow and by its activity alike. */
export function describeSync({ destination, synced, refused, completeAt, nextAt, at }: SyncTotals): TaskProgress {
	const state = completeAt === null ? 'The leads that are there are read' : 'Up to date';
	const problems = refused === 0 ? '' : `; ${refused} refused`;
	return {
		message: `${state}: ${synced} ${synced === 1 ? 'lead' : 'leads'} synced${problems}.`,
		itemsDone: synced,
		itemsFailed: refused,
		destination,
		...(completeAt === null ? {} : { upToDateAt: new Date(completeAt).toISOString() }),
		...(nextAt === undefined ? {} : { nextAt: new Date(nextAt).toISOString() }),
		at,
	};
}
