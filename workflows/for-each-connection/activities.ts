import type { CallerLimits } from '../task/continue-as-new';
import type { RowError } from '../task/contract';
import type { EachType } from './kinds';

/** Which connections a selector selects, of those that the caller may see. */
export interface Selected {
	selector: string;
	/** The connections that the caller may see; null: all. */
	allowed: readonly string[] | null;
}

export interface StartOne extends Pick<CallerLimits, 'uses'> {
	type: EachType;
	connection: string;
	input: Record<string, unknown>;
}

/**
 * A task that was started, or why none was. `isStopping`: it runs from an earlier start and was asked to stop, so it has to
 * end before it can be started again.
 */
export type StartedOne = { taskId: string; error: null; isStopping?: true } | { taskId: null; error: RowError };

/** How a task ended. */
export interface EndOfOne {
	status: 'running' | 'completed' | 'not_done' | 'cancelled';
	/** One sentence. */
	message: string;
}

/** Activities of tasks for many connections, on the worker's own queue. */
export interface EachActivities {
	/** The connections that are selected now, in the order of the configuration. */
	selectedConnections(of: Selected): Promise<string[]>;
	/**
	 * Fails as `not_yet`, to be retried by the server, until others are selected than those known, for ten minutes at most.
	 * One that is no longer selected must stay so for a minute.
	 */
	awaitSelection(of: Selected, known: string[]): Promise<string[]>;
	/** Starts the task of a connection, or finds the one that it has started before. */
	startForConnection(one: StartOne): Promise<StartedOne>;
	/** How tasks stand, or have ended, in their order. */
	endsForConnections(taskIds: string[]): Promise<EndOfOne[]>;
	/**
	 * Asks the task of a connection to stop.
	 * @param time counts from 1 in each run: one that was started again since needs another one to stop again
	 * @param run of this task. Default: a worker of an earlier version asks, whose runs shared their requests
	 */
	stopForConnection(taskId: string, time: number, run?: string): Promise<void>;
}
