import { upsertMemo, upsertSearchAttributes } from '@temporalio/workflow';
import { searchAttributes } from './search-attributes';
import type { TaskError } from './task-error';

/** How far a running task is. Counters are there when the task has any. */
export interface TaskProgress {
	/** One sentence for a person. */
	message: string;
	runId?: string;
	phase?: string;
	pagesCompleted?: number;
	pagesTotal?: number;
	pagesFailed?: number;
	/** Of a task of many items: agents, sources, leads. Failed ones count as done. */
	itemsDone?: number;
	itemsTotal?: number;
	itemsFailed?: number;
	canChat?: boolean;
	/** Of a sync: the destination, and ISO 8601 UTC: everything captured until then was read. */
	destination?: string;
	upToDateAt?: string;
	/** ISO 8601 UTC: when a sync looks again, or a call that failed is made again. */
	nextAt?: string;
	/** ISO 8601 UTC: when a sync that is held up should have looked. */
	dueAt?: string;
	/** What the task is held up by just now; left out: nothing. Never in a memo, as it is over by itself. */
	problem?: Pick<TaskError, 'type' | 'title' | 'detail'>;
	/** ISO 8601 UTC: when this was true. */
	at: string;
}

/** The longest and the first pause between two reports of progress. */
const LONGEST_GAP_MS = 15 * 60_000;
const FIRST_GAP_MS = 30_000;

/** Survives continue-as-new. */
export interface ProgressState {
	stage: string;
	reports: number;
	/** Milliseconds since 1970; 0 before the first report. */
	reportedAt: number;
}

export function newProgress(stage: string): ProgressState {
	return { stage, reports: 0, reportedAt: 0 };
}

/** Says what the task is doing, in the search attribute; one event, and only on a change. */
export function enterStage(state: ProgressState, stage: string): void {
	if (state.stage === stage) return;
	state.stage = stage;
	upsertSearchAttributes([{ key: searchAttributes.stage, value: stage }]);
}

/** Writes progress into the memo: one event. */
export function reportProgress(state: ProgressState, progress: Omit<TaskProgress, 'at'> & { at?: string }): void {
	state.reports += 1;
	state.reportedAt = Date.now();
	upsertMemo({ progress: { ...progress, at: progress.at ?? new Date().toISOString() } });
}

/**
 * From when on progress alone is worth another report, in milliseconds since 1970. The pause doubles from 30 s to
 * 15 min, which gives seven in the first hour and four in each further one: a history stays small however long a
 * task takes. Who wants it fresher reads it from the pending activity.
 */
export function reportFrom(state: ProgressState): number {
	return state.reportedAt + Math.min(LONGEST_GAP_MS, FIRST_GAP_MS * 2 ** Math.min(state.reports, 10));
}
