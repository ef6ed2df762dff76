import type { FrozenSettings } from '../task/continue-as-new';
import type { CollectedTask } from './messages';

export interface StartHookTask {
	type: CollectedTask;
	/** Unique for each run. A repeat starts nothing. */
	key: string;
	input: object;
	frozen: FrozenSettings;
}

/** On the worker's own queue. */
export interface DebounceActivities {
	/** Starts a task as a caller's start does. @returns its id */
	startHookTask(start: StartHookTask): Promise<string>;
}
