import type { ListRead } from '../list-reading/read-list';
import type { ChangeCounts, ChangedSource, UnknownChanges } from './source-changes-contract';

/** An agent with more sources is not compared: the calls would delay its retrain. */
export const MOST_SOURCES = 500;

export interface ReadSourceList {
	agentId: string;
	/** Where the first page begins. */
	offset: number;
	/** The number that the pages are stored under. */
	chunk: number;
	/** Of the task, by the id of its first execution. */
	run: string;
}

/** Pages of the list of sources that were read and stored. */
export interface SourceListRead extends ListRead<number> {
	/** ISO 8601 UTC, by the worker's clock. */
	at: string;
	/** Which attempt stored them. */
	attempt: number;
}

/** Stored pages of a list: the number and the attempt of each. */
export type StoredPages = Array<[chunk: number, attempt: number]>;

/** The list of sources at a moment, as far as the task could read it. */
export type SourceList = { at: string; pages: StoredPages } | { unknown: UnknownChanges };

export interface CompareSourceLists {
	before: StoredPages;
	after: StoredPages;
	/** How many changed sources are named. */
	named: number;
	run: string;
}

export interface ComparedSources {
	counts: ChangeCounts;
	sources: ChangedSource[];
	/** How many sources each list has. */
	listed: { before: number; after: number };
}

/** On the queue of a connection. */
export interface SourceListActivities {
	readSourceList(read: ReadSourceList): Promise<SourceListRead>;
}

/** On the worker's own queue. */
export interface SourceComparisonActivities {
	compareSourceLists(compare: CompareSourceLists): Promise<ComparedSources>;
}
