import { proxyActivities } from '@temporalio/workflow';
import { beginNewHistory } from '../task/begin-new-history';
import type { WaitActivities } from '../waits/activities';
import type { ScheduleActivities } from '../task/schedule-activities';
import type { AgentActivities } from '../task/agent-activities';
import { apiRead } from '../task/activity-options';
import type { TaskArgs } from '../task/task-args';
import type { NightlyRetrainInput } from './contract';
import type { NightlyRetrainState } from './state';

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
		this.read = proxyActivities<AgentActivities>(apiRead(this.input.connection));
		this.internal = proxyActivities<ScheduleActivities & WaitActivities>({
			startToCloseTimeout: '30 seconds',
			retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
		});
	}

	/** Begins a new history. Call it only where no child runs: its end would be told to the old one. */
	continueAsNew(): Promise<never> {
		return beginNewHistory(this.args, this.state);
	}
}
