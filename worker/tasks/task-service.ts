import type { TaskType } from '../../workflows/contracts';
import type { CallerLimits } from '../../workflows/task/continue-as-new';
import type { StartedTask, TaskPage, TaskStatus, TaskView } from './task-view';

/** With the limits of the caller, which the gateway sets from the token and never from the request. Default: none */
export interface StartTask extends CallerLimits {
	type: TaskType;
	/** The caller's key, 1 to 255 characters. The same key and input return the same task for 30 days. */
	idempotencyKey: string;
	/** Already checked against `taskSchemas[type].input`. */
	input: object;
	/** The id of the task whose failed items it retries. Default: of none */
	retryOf?: string;
}

/** What a part of a name means, so that tasks are found by it. */
export interface Named {
	types: readonly TaskType[];
	connections: readonly string[];
	/** Ids of agents. */
	agents: readonly string[];
	schedules: readonly string[];
}

export interface ListTasks {
	/** Only the tasks with these ids. */
	id?: readonly string[];
	type?: TaskType;
	/** Only tasks of one of these types. */
	types?: readonly TaskType[];
	status?: TaskStatus;
	/** Only tasks with one of these. */
	statuses?: readonly TaskStatus[];
	/** The name of a connection. */
	connection?: string;
	/** Only tasks of these connections, such as those that the caller reaches. Default: all, and those of none */
	within?: readonly string[] | undefined;
	agentId?: string | undefined;
	/** True: only ended tasks. False: only running tasks. */
	ended?: boolean;
	/** True: only ended tasks that somebody has to look at, by the table of outcomes. False: only the others. */
	needsAttention?: boolean;
	/** True: only running tasks that wait for a person. False: only the others. */
	waitsForPerson?: boolean;
	/** Only tasks whose id or agent begins with this text, or that `named` means. The part of an id after the type is enough. */
	search?: string;
	/** What the text of the search names. Default: nothing. */
	named?: Named;
	/** ISO 8601 UTC: only tasks that started then or later. */
	startedFrom?: string | undefined;
	/** ISO 8601 UTC: only tasks that started before then. */
	startedBefore?: string | undefined;
	/** ISO 8601 UTC: only tasks that ended then or later. */
	endedFrom?: string | undefined;
	/** ISO 8601 UTC: only tasks that ended before then. */
	endedBefore?: string | undefined;
	/** Only the tasks that the task with this id has started. */
	parent?: string;
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
