import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import { beginNewHistory } from '../task/begin-new-history';
import type { TrainingActivities } from '../retrain/activities';
import type { SourceActivities } from './activities';
import { apiRead, apiWriteOnce } from '../task/activity-options';
import { type ProgressState, reportFrom, reportProgress } from '../task/progress';
import type { TaskArgs } from '../task/task-args';
import type { AddSourcesInput } from './contract';
import { progressOf } from './result';
import { type AddSourcesState, newAddSourcesState, withNames, withoutNames } from './state';

type Reads = Pick<SourceActivities, 'findSources' | 'watchSources' | 'readSourceEnd'> &
	Pick<TrainingActivities, 'readTraining' | 'watchTraining'>;

/** What the parts of the task share: its input, its calls to the service, and what it must not lose. */
export class AddSourcesTask {
	readonly input: AddSourcesInput;
	readonly state: AddSourcesState;
	readonly settleMs: number;
	readonly read: Reads;
	readonly write: Pick<SourceActivities, 'addSource'>;

	constructor(
		private readonly args: TaskArgs<AddSourcesInput>,
		carried: AddSourcesState | undefined,
	) {
		this.input = args.input;
		this.state = carried === undefined ? newAddSourcesState(this.input) : withNames(carried, this.input);
		this.settleMs = args.frozen.settleMs;
		this.read = proxyActivities<SourceActivities & TrainingActivities>(apiRead(this.input.connection));
		this.write = proxyActivities<SourceActivities>(apiWriteOnce(this.input.connection));
	}

	get progress(): ProgressState {
		return this.state.progress;
	}

	/** Milliseconds since 1970; null: without end. */
	get deadline(): number | null {
		const { timeoutSeconds } = this.input;
		return timeoutSeconds === undefined ? null : this.state.startedAt + timeoutSeconds * 1000;
	}

	/** Ids that this task knows as its own, which a look for another one must leave out. */
	get ownIds(): ReadonlySet<number> {
		return new Set(this.state.rows.flatMap(({ sourceId }) => (sourceId === null ? [] : [sourceId])));
	}

	report(): void {
		if (Date.now() >= reportFrom(this.progress)) reportProgress(this.progress, progressOf(this));
	}

	/** Begins a new history when the server finds this one long. Call it only where the state says all. */
	async continueAsNewIfSuggested(): Promise<void> {
		if (!workflowInfo().continueAsNewSuggested) return;
		await beginNewHistory(this.args, withoutNames(this.state));
	}
}
