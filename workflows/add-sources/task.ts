import { workflowInfo } from '@temporalio/workflow';
import type { TrainingActivities } from '../retrain/activities';
import { API_LOOK, API_WRITE_ONCE, apiRead } from '../task/activity-options';
import { apiCalls } from '../task/dispatch-calls';
import type { RowError } from '../task/contract';
import { newProgress, type ProgressState, reportFrom, reportProgress } from '../task/progress';
import { continueTaskAsNew, type TaskArgs } from '../task/continue-as-new';
import { type Timing, timingOf } from '../task/timing';
import type { SourceActivities } from './activities';
import type { AddSourcesInput, SourceRow } from './contract';
import { contentKey, nameOf } from './names';
import { progressOf } from './outcome';

type Reads = Pick<SourceActivities, 'findSources' | 'readSourceEnd'> & Pick<TrainingActivities, 'readTraining'>;
type Looks = Pick<SourceActivities, 'watchSources'> & Pick<TrainingActivities, 'watchTraining'>;

/** What the parts of the task share: its input, its calls to the service, and what it must not lose. */
export class AddSourcesTask {
	readonly input: AddSourcesInput;
	readonly state: AddSourcesState;
	readonly settleMs: number;
	readonly timing: Timing;
	readonly read: Reads;
	readonly looks: Looks;
	readonly write: Pick<SourceActivities, 'addSource'>;

	constructor(
		private readonly args: TaskArgs<AddSourcesInput>,
		carried: AddSourcesState | undefined,
	) {
		this.input = args.input;
		this.state = carried === undefined ? newAddSourcesState(this.input) : withNames(carried, this.input);
		this.settleMs = args.frozen.settleMs;
		this.timing = timingOf(args.frozen);
		this.read = apiCalls<SourceActivities & TrainingActivities>(this.input.connection, 'read', apiRead(this.timing));
		this.looks = apiCalls<Looks>(this.input.connection, 'read', API_LOOK);
		this.write = apiCalls<SourceActivities>(this.input.connection, 'write', API_WRITE_ONCE);
	}

	get progress(): ProgressState {
		return this.state.progress;
	}

	/** Milliseconds since 1970; null: no deadline. */
	get deadline(): number | null {
		const { timeoutSeconds } = this.input;
		return timeoutSeconds === undefined ? null : this.state.startedAt + timeoutSeconds * 1000;
	}

	/** Ids that this task knows as its own, which a check for another source must skip. */
	get ownIds(): ReadonlySet<number> {
		return new Set(this.state.rows.flatMap(({ sourceId }) => (sourceId === null ? [] : [sourceId])));
	}

	report(): void {
		if (Date.now() >= reportFrom(this.progress)) reportProgress(this.progress, progressOf(this));
	}

	/** Continues as new if the server suggests it. Call it only if the state is complete. */
	async continueAsNewIfSuggested(): Promise<void> {
		if (!workflowInfo().continueAsNewSuggested) return;
		await continueTaskAsNew(this.args, withoutNames(this.state));
	}
}

/** Everything a task must not lose when it continues as new. */
export interface AddSourcesState {
	/** Milliseconds since 1970. */
	startedAt: number;
	/** Where to continue reading the agent's earlier sources; null: all of them are known. */
	lookFrom: number | null;
	/** The source whose turn it is. */
	current: number;
	stoppedBy: RowError | null;
	/** One for each source of the input, in its order. */
	rows: SourceRow[];
	progress: ProgressState;
}

/** The state for the next history, without the names, which the input contains too. Both may be a megabyte. */
export function withoutNames(state: AddSourcesState): AddSourcesState {
	return { ...state, rows: state.rows.map((row) => ({ ...row, name: '' })) };
}

export function withNames(state: AddSourcesState, { sources }: AddSourcesInput): AddSourcesState {
	const name = (index: number) =>
		sources
			.slice(index, index + 1)
			.map(nameOf)
			.join('');
	return { ...state, rows: state.rows.map((row, index) => ({ ...row, name: name(index) })) };
}

export function newAddSourcesState({ sources }: AddSourcesInput): AddSourcesState {
	const seen = new Set<string>();
	const rows = sources.map((source): SourceRow => {
		const key = contentKey(source);
		const status = seen.has(key) ? 'duplicate' : 'not_started';
		seen.add(key);
		return {
			type: source.type,
			name: nameOf(source),
			status,
			sourceId: null,
			before: [],
			error: null,
			audit: { postAttempts: 0, ambiguous: false, duplicates: [], audited: true },
		};
	});
	return {
		startedAt: Date.now(),
		lookFrom: 0,
		current: 0,
		stoppedBy: null,
		rows,
		progress: newProgress('looking'),
	};
}
