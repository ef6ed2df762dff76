import type { TrainingRun } from '../../api';
import type { TrainingSnapshot } from './activities';
import { newProgress, type ProgressState } from '../task/progress';
import type { RetrainAudit } from './contract';

/** The run that the task follows, once there is one. */
export interface Followed {
	/** Null until the run shows in the training status. */
	runId: string | null;
	adopted: boolean;
	/** As the service showed it last; null while it was not shown. */
	run?: TrainingRun | null;
	/** What the service showed when it was clear that the run is over, though it never showed. */
	over?: TrainingSnapshot;
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
		audit: { postAttempts: 0, ambiguous: false, duplicates: [], before: null, looks: [], assumed: null },
		followed: null,
		seen: null,
		progress: newProgress('looking'),
	};
}
