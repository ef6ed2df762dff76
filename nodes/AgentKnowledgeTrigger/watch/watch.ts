import type { IDataObject } from 'n8n-workflow';
import type { Memory } from '../memory/memory';
import type { Look } from '../memory/look';

/** How an event is watched: one look a poll, of which the memory tells what is new. */
export interface Watch {
	/** Keys kept in memory at most, so that the state stays small. */
	mostKnown: number;
	/**
	 * @param memory null for the first look, in which nothing is news
	 * @param most news that the poll gives out at most
	 * @throws ApiFailure when the service cannot be asked
	 */
	look(memory: Memory | null, most: number): Promise<Look>;
	/** The newest ones, newest first, whether told of or not: for the editor's test. */
	newest(most: number): Promise<IDataObject[]>;
}
