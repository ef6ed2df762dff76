import type { RowError } from '../task/child-failure';

/** Input of add-sources, version 1. */
export interface AddSourcesInput {
	version: 1;
	/** A connection of the worker's configuration. */
	connection: string;
	agentId: string;
	/** Added in this order. */
	sources: SourceInput[];
	/** What to do about a source whose address, title or file name the agent has already, unless that one failed. */
	ifPresent: 'skip' | 'add';
	/** Seconds after which the task stops; left out: no limit. */
	timeoutSeconds?: number;
}

/** A `blob` is a reference that `PUT /v1/blobs` gave: `sha256:` and 64 digits. A text has either its content or one. */
export type SourceInput =
	| { type: 'url'; url: string }
	| { type: 'text'; title: string; content?: string; blob?: string }
	| { type: 'file'; filename: string; blob: string };

export interface AddSourcesResult {
	version: 1;
	agentId: string;
	counts: Record<SourceRowStatus, number>;
	/** Why the rest was not started though nobody stopped the task: the plan's limit, in the service's words. */
	stoppedBy: RowError | null;
	/** One for each source of the input, in its order. */
	rows: SourceRow[];
	waitedSeconds: number;
}

/**
 * - `indexed`, `failed`: the service has ended reading it; a failed one says why.
 * - `processing`: added, and not followed to its end, because the task was stopped.
 * - `gone`: added, and deleted by somebody since.
 * - `present`: left out, because the agent has it already.
 * - `duplicate`: left out, because an earlier source of the task is the same.
 * - `refused`: the service did not take it.
 * - `needs_person`: answers were lost, and whether it was added is not certain.
 * - `not_started`: the task was stopped before its turn; after the plan's limit its `error` says so.
 */
export type SourceRowStatus =
	'indexed' | 'failed' | 'processing' | 'gone' | 'present' | 'duplicate' | 'refused' | 'needs_person' | 'not_started';

export interface SourceRow {
	type: SourceInput['type'];
	/** The address, the title or the file's name. */
	name: string;
	status: SourceRowStatus;
	/** What the service calls it; null when it was not added. */
	sourceId: number | null;
	/** Sources of the agent that had the same name before the task. */
	before: number[];
	error: RowError | null;
	audit: {
		/** Requests that may have reached the service. */
		postAttempts: number;
		/** An answer was lost, so that the source was told by looking. */
		ambiguous: boolean;
		/** Further sources that appeared and may have come from a lost request. */
		duplicates: number[];
		/** False: an answer was lost, and what came of it could not be looked for when the task ended. */
		audited: boolean;
	};
}
