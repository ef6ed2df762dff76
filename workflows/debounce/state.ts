import type { HookMessages, HookRun, RunFinish } from './messages';

/** What must not be lost when the workflow continues as new. */
export interface DebounceState {
	open: HookMessages | null;
	/** The first of the open messages that were told late; null: none. */
	openTold: number | null;
	/** How many runs it has started. */
	runs: number;
	running: HookRun | null;
	/** When the run under way should be done. */
	finish: RunFinish | null;
	last: HookRun | null;
	/** The messages that the run under way stands for. Absent: none runs, or an earlier version started it. */
	covered?: HookMessages;
	/** Messages are back, because others were in the way of their run. Absent: none are. */
	later?: LaterRun;
}

export interface LaterRun {
	/** How many runs in turn were for later. */
	times: number;
	/** The task that has to end first; null if none has to. */
	after: string | null;
	/** No run begins before then. Milliseconds since 1970. */
	from: number;
}

export function newDebounceState(): DebounceState {
	return { open: null, openTold: null, runs: 0, running: null, finish: null, last: null };
}
