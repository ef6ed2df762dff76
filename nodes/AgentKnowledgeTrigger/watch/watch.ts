import type { IDataObject } from 'n8n-workflow';
import type { Memory } from '../memory/memory';
import type { Look } from '../memory/look';

/** How a poll finds what is new: it reads the service once and compares that with the memory of earlier polls. */
export interface Watch {
	/** Keys that the memory keeps at most, so that the state stays small. */
	mostKnown: number;
	/**
	 * @param memory null for the first look, in which nothing is news
	 * @param most news that the poll returns at most
	 * @throws ApiFailure if the service cannot be read
	 */
	look(memory: Memory | null, most: number): Promise<Look>;
	/** For the editor's test: the newest items, newest first, including those that a poll has returned. */
	newest(most: number): Promise<IDataObject[]>;
}
