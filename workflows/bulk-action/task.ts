import { proxyActivities } from '@temporalio/workflow';
import { ASSEMBLIES_QUEUE } from '../task-queues';
import { fileWork, UNAVAILABLE } from '../task/activity-options';
import { continueTaskAsNew, type TaskArgs } from '../task/continue-as-new';
import { newProgress, type ProgressState } from '../task/progress';
import { timingOf } from '../task/timing';
import type { BulkActivities, BulkLane } from './activities';
import type { BulkActionInput, BulkActionResult, BulkRowStatus } from './contract';

/** What the parts of the task share. */
export class BulkTask {
	readonly input: BulkActionInput;
	readonly files: Pick<BulkActivities, 'freezeRows' | 'reportRows'>;
	readonly rows: Pick<BulkActivities, 'actOnRow' | 'awaitRow'>;

	constructor(
		private readonly args: TaskArgs<BulkActionInput>,
		readonly state: BulkState,
	) {
		this.input = args.input;
		this.files = proxyActivities<BulkActivities>({ ...fileWork(timingOf(args.frozen)), taskQueue: ASSEMBLIES_QUEUE });
		this.rows = proxyActivities<BulkActivities>({
			startToCloseTimeout: '1 minute',
			scheduleToCloseTimeout: UNAVAILABLE,
			retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
		});
	}

	/** The connections that the caller may see; null: all. */
	get allowed(): readonly string[] | null {
		return this.args.frozen.allowed ?? null;
	}

	/** Continues as new. Call it only if no activity runs. */
	continueAsNew(): Promise<never> {
		return continueTaskAsNew(this.args, this.state);
	}
}

/** How far the rows of one connection are. */
export interface LaneState extends BulkLane {
	/** Rows that had their turn. */
	begun: number;
	/** Rows whose tasks may still run, by their numbers. */
	running: number[];
}

/** Everything a task must not lose when it continues as new. */
export interface BulkState {
	/** Null until the rows are stored. */
	lanes: LaneState[] | null;
	counts: Record<BulkRowStatus, number>;
	/** What became of the rows, once it is known. */
	result: BulkActionResult | null;
	progress: ProgressState;
}

export function newBulkState(): BulkState {
	return {
		lanes: null,
		counts: { done: 0, refused: 0, gone: 0, not_started: 0 },
		result: null,
		progress: newProgress('selecting'),
	};
}
