import type { TaskType } from '../../workflows/catalogue';
import type { TaskPage, TaskStatus, TaskView } from './task-view';

export interface StartTask {
	type: TaskType;
	/** The caller's key, 1 to 255 characters: the same key and input give the same task for 30 days. */
	idempotencyKey: string;
	/** Already checked against `taskSchemas[type].input`. */
	input: object;
}

export interface ListTasks {
	type?: TaskType;
	status?: TaskStatus;
	/** Tasks in a page, 1 to 100; 20 when left out. */
	limit?: number;
	pageToken?: string;
}

/** Long tasks, as the gateway, the command line and tests use them. */
export interface TaskService {
	/**
	 * Starts a task, or returns the one that this key started before.
	 * @throws TaskKeyReusedError when the key was used with another input
	 */
	start(task: StartTask): Promise<TaskView>;
	/** @throws TaskNotFoundError when there is no such task, or none any more */
	get(id: string): Promise<TaskView>;
	/**
	 * The task when it has ended, or as it is when `timeoutMs` has passed or `signal` is aborted.
	 * @throws TaskNotFoundError
	 */
	waitFor(id: string, timeoutMs: number, signal?: AbortSignal): Promise<TaskView>;
	/** @throws InvalidPageTokenError */
	list(query: ListTasks): Promise<TaskPage>;
	/** Asks the task to stop; it ends a moment later. A task that has ended is returned as it is. @throws TaskNotFoundError */
	cancel(id: string): Promise<TaskView>;
}
