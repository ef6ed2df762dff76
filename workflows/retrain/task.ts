import { workflowInfo } from '@temporalio/workflow';
import type { TrainingRun } from '../../api';
import { API_LOOK, API_WRITE_ONCE, apiRead } from '../task/activity-options';
import { apiCalls } from '../task/dispatch-calls';
import { newProgress, type ProgressState } from '../task/progress';
import { continueTaskAsNew, type TaskArgs } from '../task/continue-as-new';
import { type Timing, timingOf } from '../task/timing';
import type { TrainingActivities, TrainingSnapshot } from './activities';
import type { RetrainAudit, RetrainInput } from './contract';
import type { SourceList } from './source-list-activities';

/** The run that the task follows, once there is one. */
export interface Followed {
	/** Null until the run shows in the training status. */
	runId: string | null;
	adopted: boolean;
	/** As the service showed it last; null while it was not shown. */
	run?: TrainingRun | null;
	/** What the service showed when the run must have ended, although it never showed the run. */
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
	/** Requests whose response was lost. */
	lost: number;
	/** Milliseconds since 1970: when the outcome of a request became uncertain for the first time. */
	uncertainSince?: number;
	audit: RetrainAudit;
	followed: Followed | null;
	/** The sources before the run. Absent if nobody wants to know what changed. */
	sourcesBefore?: SourceList;
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
		audit: { postAttempts: 0, ambiguous: false, repeats: 0, duplicates: [], before: null, looks: [], assumed: null },
		followed: null,
		seen: null,
		progress: newProgress('looking'),
	};
}

/** What the parts of the task share: its input, its calls to the service, and what it must not lose. */
export class RetrainTask {
	readonly input: RetrainInput;
	readonly settleMs: number;
	readonly timing: Timing;
	readonly looks: Pick<TrainingActivities, 'watchTraining'>;
	private readonly reads: TrainingActivities;
	private readonly writes: TrainingActivities;

	constructor(
		private readonly args: TaskArgs<RetrainInput>,
		readonly state: RetrainState,
	) {
		this.input = args.input;
		this.settleMs = args.frozen.settleMs;
		this.timing = timingOf(args.frozen);
		this.reads = apiCalls<TrainingActivities>(this.input.connection, 'read', apiRead(this.timing));
		this.looks = apiCalls<TrainingActivities>(this.input.connection, 'read', API_LOOK);
		this.writes = apiCalls<TrainingActivities>(this.input.connection, 'write', API_WRITE_ONCE);
	}

	get read(): Omit<TrainingActivities, 'requestTraining' | 'watchTraining'> {
		return this.reads;
	}

	get write(): Pick<TrainingActivities, 'requestTraining'> {
		return this.writes;
	}

	/** Undefined for a task that began before the field existed: it goes on as it began. */
	get ifUncertain(): RetrainInput['ifUncertain'] | undefined {
		const input: Partial<RetrainInput> = this.input;
		return input.ifUncertain;
	}

	/** Milliseconds since 1970; null: no deadline. */
	get deadline(): number | null {
		const { timeoutSeconds } = this.input;
		return timeoutSeconds === undefined ? null : this.state.startedAt + timeoutSeconds * 1000;
	}

	/** Continues as new if the server suggests it. Call it only if the state is complete. */
	async continueAsNewIfSuggested(): Promise<void> {
		if (workflowInfo().continueAsNewSuggested) await continueTaskAsNew(this.args, this.state);
	}
}
