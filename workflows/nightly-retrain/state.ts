import { newProgress, type ProgressState } from '../task/progress';
import type { NightlyRetrainRow, ScheduledRun } from './contract';

/** Everything a task must not lose when it continues as new. */
export interface NightlyRetrainState {
	schedule: ScheduledRun | null;
	/** Frozen once they are known; null before. */
	agentIds: string[] | null;
	/** How many of them were begun. */
	begun: number;
	/** Of those that have ended, in the order of their ends. */
	rows: NightlyRetrainRow[];
	progress: ProgressState;
}

export function newNightlyRetrainState(): NightlyRetrainState {
	return { schedule: null, agentIds: null, begun: 0, rows: [], progress: newProgress('looking') };
}
