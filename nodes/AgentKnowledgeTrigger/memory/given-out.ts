import type { IDataObject } from 'n8n-workflow';

/** What one poll returned, oldest first. */
export interface Batch {
	/** When it did, in milliseconds since the epoch. */
	at: number;
	items: IDataObject[];
}

/** An execution that ran for longer before n8n was killed is not repeated, except for the last batch. Milliseconds. */
const KEEP_MS = 5 * 60_000;
/** A small number, because the batches are kept in the workflow's static data. */
const MOST_BATCHES = 3;

/**
 * The batches that the first poll after a kill repeats: the last one always, earlier ones for five minutes. n8n saves a
 * trigger's state apart from the execution that it starts, and does not resume executions that a kill has cut off.
 */
export function keepRecent(kept: readonly Batch[], latest: Batch): Batch[] {
	const recent = kept.filter(({ at }) => latest.at - at < KEEP_MS);
	return [...recent, latest].slice(-MOST_BATCHES);
}
