import type { TaskType } from '../../workflows/contracts';
import type { CallerLimits } from '../../workflows/task/continue-as-new';
import type { TaskFilters } from '../../workflows/task/filter-contract';
import type { TaskStatus } from '../../workflows/task/statuses';
import type { StartedTask, TaskPage, TaskView } from './task-view';

/** With the limits of the caller, which the gateway sets from the token and never from the request. Default: none */
export interface StartTask extends CallerLimits {
	type: TaskType;
	/** The caller's key, 1 to 255 characters. The same key and input return the same task for 30 days. */
	idempotencyKey: string;
	/** Already checked against `taskSchemas[type].input`. */
	input: object;
	/** The id of the task whose failed items it retries. Default: of none */
	retryOf?: string;
	/** Digests of the callers' keys that asked for that retry, the latest last. */
	startedBy?: string[];
}

/** What a part of a name means, so that tasks are found by it. */
export interface Named {
	types: readonly TaskType[];
	connections: readonly string[];
	/** Ids of agents. */
	agents: readonly string[];
	schedules: readonly string[];
}

export interface ListTasks extends TaskFilters {
	/** Only the tasks with these ids. */
	id?: readonly string[] | undefined;
	/** Only tasks of one of these types. */
	types?: readonly TaskType[] | undefined;
	/** Only tasks with one of these. */
	statuses?: readonly TaskStatus[] | undefined;
	/** Only tasks of these connections, such as those that the caller reaches. Default: all, and those of none */
	within?: readonly string[] | undefined;
	/** What the text of the search names. Default: nothing. */
	named?: Named | undefined;
	/**
	 * Whether to read the current progress of each running task from the server. Default: the last reported progress.
	 */
	fresh?: boolean;
	/** Whether to read why ended tasks did not succeed. Default: lists do not have it. */
	reasons?: boolean;
	/** Tasks per page, 1 to 100. Default: 20. */
	limit?: number;
	pageToken?: string;
}

/** Details of a task for its operators. */
export interface TaskDetails {
	id: string;
	/** Its input without contents and personal data: see `shownInput`. */
	input: Readonly<Record<string, unknown>>;
	/** Temporal's id of the newest run. */
	runId: string;
	/** The task that started this one; null if no task did. */
	parentId: string | null;
	/** Whether it starts other tasks. */
	startsTasks: boolean;
}

/** Long tasks, for the gateway, the command line and tests. */
export interface TaskService {
	/**
	 * Starts a task, or returns the one that this key started before.
	 * @throws Problem `idempotency_key_reused` if the key was used with another input
	 */
	start(task: StartTask): Promise<StartedTask>;
	/** The task that this key started before, in any state and with any input; null if there is none. */
	find(task: StartTask): Promise<TaskView | null>;
	/**
	 * The task that this key started before, in any state; null if there is none.
	 * @throws Problem `idempotency_key_reused` if the key was used with another input
	 */
	repeatOf(task: StartTask): Promise<TaskView | null>;
	/** Whether a task was asked to stop and still runs. @throws Problem `task_not_found` */
	isStopping(id: string): Promise<boolean>;
	/** @throws Problem `task_not_found` if the task does not (or no longer) exist */
	get(id: string): Promise<TaskView>;
	/**
	 * The task when it has ended, or as it is when `timeoutMs` has passed or `signal` is aborted.
	 * @throws Problem `task_not_found`
	 */
	waitFor(id: string, timeoutMs: number, signal?: AbortSignal): Promise<TaskView>;
	/** @throws Problem `invalid_request` */
	list(query: ListTasks): Promise<TaskPage>;
	/** @throws Problem `task_not_found` */
	details(id: string): Promise<TaskDetails>;
	/**
	 * Requests cancellation. The task ends a moment later. An ended task is returned unchanged. A key belongs to the
	 * run that it cancelled: a late repeat does not cancel a task that was started again since.
	 * @param idempotencyKey default: cancels the current run
	 * @throws Problem `task_not_found`
	 */
	cancel(id: string, idempotencyKey?: string): Promise<TaskView>;
}
