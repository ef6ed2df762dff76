import type { TrainingSnapshot } from '../ports';
import { newProgress, type ProgressState } from '../task/progress';
import type { RetrainAudit } from './contract';

/** The run that the task follows, once there is one. */
export interface Followed {
	/** Null until the run shows in the training status. */
	runId: string | null;
	adopted: boolean;
	/** Milliseconds since 1970. */
	since: number;
}

/** Everything a task must not lose when it continues as new. */
export interface RetrainState {
	/** Milliseconds since 1970. */
	startedAt: number;
	/** The run before our first request; null when there was none. */
	before: string | null;
	/** A request of ours was refused with 409. */
	conflicts: number;
	/** Requests whose answer was lost. */
	lost: number;
	audit: RetrainAudit;
	followed: Followed | null;
	/** What was seen last. */
	seen: TrainingSnapshot | null;
	progress: ProgressState;
}

export function newRetrainState(): RetrainState {
	return {
		startedAt: Date.now(),
		before: null,
		conflicts: 0,
		lost: 0,
		audit: { postAttempts: 0, ambiguous: false, duplicates: [] },
		followed: null,
		seen: null,
		progress: newProgress('looking'),
	};
}
