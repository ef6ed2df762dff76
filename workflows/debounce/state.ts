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
}

export function newDebounceState(): DebounceState {
	return { open: null, openTold: null, runs: 0, running: null, finish: null, last: null };
}
