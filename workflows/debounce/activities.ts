import type { FrozenSettings } from '../task/continue-as-new';
import type { CollectedTask } from './messages';

export interface StartHookTask {
	type: CollectedTask;
	/** Unique for each run. A repeat starts nothing. */
	key: string;
	/** The task that did not do it, to run again under its own id. Default: none, a new one starts */
	again?: string;
	input: object;
	frozen: FrozenSettings;
}

/** A run that has ended. */
export interface EndedHookRun {
	taskId: string;
	type: CollectedTask;
	/** Of the task. */
	input: object;
}

export interface HookRunEnd {
	/** It did not do what its messages asked for, only because of what others did meanwhile. So they are due again. */
	isForLater: boolean;
	/** The task that has to end first. Null: none, or it is not known. */
	after: string | null;
}

/** On the worker's own queue. */
export interface DebounceActivities {
	/** Starts a task as a caller's start does. @returns its id */
	startHookTask(start: StartHookTask): Promise<string>;
	/** What the end of a run means for the messages that it stands for. */
	endOfHookRun(run: EndedHookRun): Promise<HookRunEnd>;
}
