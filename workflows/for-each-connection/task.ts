import {
	ActivityCancellationType,
	CancellationScope,
	isCancellation,
	proxyActivities,
	workflowInfo,
} from '@temporalio/workflow';
import { UNAVAILABLE } from '../task/activity-options';
import { continueTaskAsNew, type TaskArgs } from '../task/continue-as-new';
import { newProgress, type ProgressState } from '../task/progress';
import { timingOf } from '../task/timing';
import type { WaitActivities } from '../waits/activities';
import type { EachActivities, EndOfOne, Selected } from './activities';
import type { EachRow, ForEachConnectionInput } from './contract';

const RETRIES = { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' } as const;

/** What the parts of the task share. */
export class EachTask {
	readonly input: ForEachConnectionInput;
	/** The same in each history of a run; a restarted task gets a new one. */
	readonly run = workflowInfo().firstExecutionRunId;
	readonly calls: Omit<EachActivities, 'awaitSelection'>;
	/** These wait for the ends of tasks, which may take weeks. They can be cancelled. */
	readonly waits: WaitActivities;
	readonly watch: Pick<EachActivities, 'awaitSelection'>;
	/** What waits for the tasks of connections that have their turn. */
	readonly turns = new Map<EachRow, CancellationScope>();
	/** The connections of the newest look at the selection. Null: this history has not looked yet. */
	selectedNow: ReadonlySet<string> | null = null;

	constructor(
		private readonly args: TaskArgs<ForEachConnectionInput>,
		readonly state: EachState,
	) {
		this.input = args.input;
		const attempts = { startToCloseTimeout: '1 minute', retry: RETRIES } as const;
		this.calls = proxyActivities<EachActivities>({ ...attempts, scheduleToCloseTimeout: UNAVAILABLE });
		this.waits = proxyActivities<WaitActivities>(attempts);
		this.watch = proxyActivities<EachActivities>({
			startToCloseTimeout: '1 minute',
			retry: { ...RETRIES, backoffCoefficient: 1 },
			cancellationType: ActivityCancellationType.TRY_CANCEL,
		});
	}

	get selected(): Selected {
		return { selector: this.input.selector, allowed: this.args.frozen.allowed ?? null };
	}

	/**
	 * Starts the task of a connection, and notes its id or why there is none. A cancellation waits for that: it could not
	 * stop a task whose id nobody knows.
	 * @returns the task that has to end before this one can start, because it was asked to stop; null: it has started
	 */
	async start(row: EachRow): Promise<string | null> {
		const { type, input } = this.input;
		const { uses } = this.args.frozen;
		const started = await CancellationScope.nonCancellable(() =>
			this.calls.startForConnection({ type, connection: row.connection, input, ...(uses && { uses }) }),
		);
		if (started.taskId !== null && started.isStopping === true) {
			row.message = 'Its task was asked to stop before and still runs. It starts again afterwards.';
			return started.taskId;
		}
		row.taskId = started.taskId;
		row.error = started.error;
		row.message = null;
		row.status = started.taskId === null ? 'refused' : 'running';
		return null;
	}

	/** How tasks stand that were asked to stop: once they have ended, or after `stopMs`. */
	async stopped(taskIds: string[]): Promise<EndOfOne[]> {
		const { stopMs } = timingOf(this.args.frozen);
		try {
			await CancellationScope.withTimeout(stopMs, () => this.waits.awaitTaskEnds(taskIds));
		} catch (error) {
			// The next look shows how they stand.
			if (!isCancellation(error) || CancellationScope.current().consideredCancelled) throw error;
		}
		return this.calls.endsForConnections(taskIds);
	}

	/** Continues as new. Call it only if no activity runs whose end must not be lost. */
	continueAsNew(): Promise<never> {
		return continueTaskAsNew(this.args, this.state);
	}
}

/** Everything a task must not lose when it continues as new. */
export interface EachState {
	/** In the order in which the connections came. */
	rows: EachRow[];
	/** Whether the selection was read at least once. */
	isRead: boolean;
	/** How often each connection has left. */
	left: Record<string, number>;
	/** Connections whose task was asked to stop and was not seen to stop. Absent: none, or of an earlier version. */
	unstopped?: string[];
	progress: ProgressState;
}

export function newEachState(): EachState {
	return { rows: [], isRead: false, left: {}, progress: newProgress('selecting') };
}
