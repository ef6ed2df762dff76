import type { BulkActionInput, BulkActionResult, BulkRowStatus } from './contract';

/** The rows of one connection, which take their turns by themselves. Schedules and tasks of none have ''. */
export interface BulkLane {
	connection: string;
	rows: number;
}

export interface FreezeRows {
	input: BulkActionInput;
	/** The connections that the caller may see; null: all. */
	allowed: readonly string[] | null;
}

/** A stored row: the number of its lane, and its number there. */
export interface RowAt {
	lane: number;
	row: number;
}

export type WhatToDo = Pick<BulkActionInput, 'action' | 'target'>;

export interface RowActed {
	status: BulkRowStatus;
	/** A task runs now, and the next one waits for its turn. */
	runs: boolean;
}

/** Activities of bulk actions, on the worker's own queues. Ids stay in the blob store, so no history has them. */
export interface BulkActivities {
	/** Finds the rows and stores them, once for a task: a repeat returns what was stored first. */
	freezeRows(request: FreezeRows): Promise<BulkLane[]>;
	/** Does it with one row, once however often it is sent, and stores what became of it. */
	actOnRow(request: WhatToDo & RowAt & Partial<Pick<FreezeRows, 'allowed'>>): Promise<RowActed>;
	/** Fails as `not_yet` until the task that a row started has ended, waits for a person, or runs for an hour. */
	awaitRow(at: RowAt): Promise<void>;
	/** What became of all rows. Those without an end are not started. */
	reportRows(request: WhatToDo & { lanes: BulkLane[] }): Promise<BulkActionResult>;
}
