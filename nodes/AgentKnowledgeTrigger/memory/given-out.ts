import type { IDataObject } from 'n8n-workflow';

/** What one poll gave out, oldest first. */
export interface Batch {
	/** When, in milliseconds since the epoch. */
	at: number;
	items: IDataObject[];
}

/** Executions that have run for longer than this when n8n is killed are not repeated, unless theirs is the last batch. */
const KEEP_MS = 5 * 60_000;
/** What is kept stands in the workflow's static data. */
const MOST_BATCHES = 3;

/**
 * What is kept for the first poll after a kill: n8n saves a trigger's state beside the execution that it starts, not
 * with it, and does not take up executions that were cut off. The last batch always, earlier ones for five minutes.
 */
export function keepRecent(kept: readonly Batch[], latest: Batch): Batch[] {
	const recent = kept.filter(({ at }) => latest.at - at < KEEP_MS);
	return [...recent, latest].slice(-MOST_BATCHES);
}
