import type { IDataObject } from 'n8n-workflow';
import type { Memory } from '../memory/memory';
import type { Look } from '../memory/look';

/** How a poll finds what is new: it reads the service once and compares that with the memory of earlier polls. */
export interface Watch {
	/** Keys kept in memory at most, so that the state stays small. */
	mostKnown: number;
	/**
	 * @param memory null for the first look, in which nothing is news
	 * @param most news that the poll gives out at most
	 * @throws ApiFailure when the service cannot be asked
	 */
	look(memory: Memory | null, most: number): Promise<Look>;
	/** The newest ones, newest first, also those that a poll gave out before. The editor's test shows them. */
	newest(most: number): Promise<IDataObject[]>;
}
