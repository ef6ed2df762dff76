import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import { beginNewHistory } from '../task/begin-new-history';
import type { TrainingActivities } from './activities';
import { apiRead, apiWriteOnce } from '../task/activity-options';
import type { TaskArgs } from '../task/task-args';
import type { RetrainInput } from './contract';
import type { RetrainState } from './state';

/** What the parts of the task share: its input, its calls to the service, and what it must not lose. */
export class RetrainTask {
	readonly input: RetrainInput;
	readonly settleMs: number;
	private readonly reads: TrainingActivities;
	private readonly writes: TrainingActivities;

	constructor(
		private readonly args: TaskArgs<RetrainInput>,
		readonly state: RetrainState,
	) {
		this.input = args.input;
		this.settleMs = args.frozen.settleMs;
		this.reads = proxyActivities<TrainingActivities>(apiRead(this.input.connection));
		this.writes = proxyActivities<TrainingActivities>(apiWriteOnce(this.input.connection));
	}

	get read(): Omit<TrainingActivities, 'requestTraining'> {
		return this.reads;
	}

	get write(): Pick<TrainingActivities, 'requestTraining'> {
		return this.writes;
	}

	/** Milliseconds since 1970; null: without end. */
	get deadline(): number | null {
		const { timeoutSeconds } = this.input;
		return timeoutSeconds === undefined ? null : this.state.startedAt + timeoutSeconds * 1000;
	}

	/** Begins a new history when the server finds this one long. Call it only where the state says all. */
	async continueAsNewIfSuggested(): Promise<void> {
		if (workflowInfo().continueAsNewSuggested) await beginNewHistory(this.args, this.state);
	}
}
