import { proxyActivities } from '@temporalio/workflow';
import type { AgentActivities, ScheduleActivities } from '../task/activities';
import { apiRead } from '../task/activity-options';
import { apiCalls } from '../task/dispatch-calls';
import { newProgress, type ProgressState } from '../task/progress';
import { timingOf } from '../task/timing';
import { continueTaskAsNew, type TaskArgs } from '../task/continue-as-new';
import type { WaitActivities } from '../waits/activities';
import type { NightlyRetrainInput, NightlyRetrainRow, ScheduledRun } from './contract';

/** What the parts of the task share. */
export class NightlyTask {
	readonly input: NightlyRetrainInput;
	readonly read: AgentActivities;
	readonly internal: ScheduleActivities & WaitActivities;

	constructor(
		readonly args: TaskArgs<NightlyRetrainInput>,
		readonly state: NightlyRetrainState,
	) {
		this.input = args.input;
		this.read = apiCalls<AgentActivities>(this.input.connection, 'read', apiRead(timingOf(args.frozen)));
		this.internal = proxyActivities<ScheduleActivities & WaitActivities>({
			startToCloseTimeout: '30 seconds',
			retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
		});
	}

	/** Continues as new. Call it only if no child runs, because its end would be reported to the old history. */
	continueAsNew(): Promise<never> {
		return continueTaskAsNew(this.args, this.state);
	}
}

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
