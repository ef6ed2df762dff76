import type { SourceInput } from './contract';
import type { TaskError } from '../task/failure';
import type { WriteResponse } from '../task/activities';

/** A source to look for in the agent's list. */
export interface WantedSource {
	/** Its place in the task's input. */
	index: number;
	type: SourceInput['type'];
	name: string;
}

export interface FindSources {
	agentId: string;
	wanted: WantedSource[];
	offset: number;
	/** ISO 8601: skip older sources; null: no limit. */
	since: string | null;
}

export interface FoundSource {
	index: number;
	id: number;
	status: string;
}

export interface SourcesFound {
	found: FoundSource[];
	/** Where the next page begins, some sources before the end of this one; null after the last one. */
	next: number | null;
}

/**
 * - `accepted`: the service accepted it.
 * - `limit`: the plan's limit of training data is reached, so the rest would be refused too.
 */
export type AddResponse = NotAdded | { outcome: 'accepted'; sourceId: number };

/** What is certain of a source that was not accepted. */
export type NotAdded = WriteResponse | { outcome: 'limit'; error: TaskError };

/** How an added source ended. */
export interface SourceEnd {
	sourceId: number;
	status: 'indexed' | 'failed' | 'gone';
	/** The service's reason, of a failed one. */
	reason: string | null;
}

export interface WatchSources {
	agentId: string;
	/** Those that are not known to have ended. */
	sourceIds: number[];
	offset: number;
	/** Milliseconds since 1970: before this, a few ends among many are not worth a report. */
	reportFrom: number;
	/** Milliseconds since 1970: when the watch began. */
	since: number;
}

export interface SourcesReport {
	ended: SourceEnd[];
	/** How many on this page have not ended. */
	waiting: number;
	next: number | null;
}

/** Activities on the queue of a connection; each makes one API call. */
export interface SourceActivities {
	/** One page of the agent's list, newest first. */
	findSources(find: FindSources): Promise<SourcesFound>;
	/** Sends one source, once. Throws a final failure if the service would refuse every further source. */
	addSource(agentId: string, source: SourceInput): Promise<AddResponse>;
	/** One page of the list. Fails as `not_yet`, to be retried by the server, until there is something to report. */
	watchSources(watch: WatchSources): Promise<SourcesReport>;
	/** How one source ended; null while it has not. */
	readSourceEnd(agentId: string, sourceId: number): Promise<SourceEnd | null>;
}
