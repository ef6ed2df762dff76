import { upsertMemo, upsertSearchAttributes } from '@temporalio/workflow';
import { searchAttributes, type TaskProgress } from './visibility';

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

/** Sets the stage in the search attribute: one history event, only if it changes. */
export function enterStage(state: ProgressState, stage: string): void {
	if (state.stage === stage) return;
	state.stage = stage;
	upsertSearchAttributes([{ key: searchAttributes.stage, value: stage }]);
}

/** Writes progress into the memo: one history event. */
export function reportProgress(state: ProgressState, progress: Omit<TaskProgress, 'at'> & { at?: string }): void {
	state.reports += 1;
	state.reportedAt = Date.now();
	upsertMemo({ progress: { ...progress, at: progress.at ?? new Date().toISOString() } });
}

/**
 * When the next report of progress is due, in milliseconds since 1970. The pause doubles from 30 s to 15 min: seven
 * reports in the first hour and four in each later hour, so a history stays small. Callers who need newer progress read
 * it from the pending activity.
 */
export function reportFrom(state: ProgressState): number {
	return state.reportedAt + Math.min(LONGEST_GAP_MS, FIRST_GAP_MS * 2 ** Math.min(state.reports, 10));
}
