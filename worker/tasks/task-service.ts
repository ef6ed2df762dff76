import type { TaskType } from '../../workflows/contracts';
import type { StartedTask, TaskPage, TaskStatus, TaskView } from './task-view';

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
	/** The name of a connection. */
	connection?: string;
	/** Only those that have ended, or only those that run. */
	ended?: boolean;
	/** Only those that run and in which nothing goes on until a person does something, or only the others. */
	waitsForPerson?: boolean;
	/** Progress of the running ones as a single task shows it, which asks the server for each; left out: as it was reported. */
	fresh?: boolean;
	/** Tasks in a page, 1 to 100; 20 when left out. */
	limit?: number;
	pageToken?: string;
}

/** What people who look after a task want to know beside its view. */
export interface TaskDetails {
	id: string;
	/** What it was started with, without contents and personal data: see `shownInput`. */
	input: Readonly<Record<string, unknown>>;
	/** Temporal's id of the newest run. */
	runId: string;
}

/** Long tasks, as the gateway, the command line and tests use them. */
export interface TaskService {
	/**
	 * Starts a task, or returns the one that this key started before.
	 * @throws TaskKeyReusedError when the key was used with another input
	 */
	start(task: StartTask): Promise<StartedTask>;
	/** The task that this key started before, in whatever state and with whatever input; null: none. */
	find(task: StartTask): Promise<TaskView | null>;
	/**
	 * The task that this key started before, however it stands; null when there is none.
	 * @throws TaskKeyReusedError when the key was used with another input
	 */
	repeatOf(task: StartTask): Promise<TaskView | null>;
	/** @throws TaskNotFoundError when there is no such task, or none any more */
	get(id: string): Promise<TaskView>;
	/**
	 * The task when it has ended, or as it is when `timeoutMs` has passed or `signal` is aborted.
	 * @throws TaskNotFoundError
	 */
	waitFor(id: string, timeoutMs: number, signal?: AbortSignal): Promise<TaskView>;
	/** @throws InvalidPageTokenError */
	list(query: ListTasks): Promise<TaskPage>;
	/** @throws TaskNotFoundError */
	details(id: string): Promise<TaskDetails>;
	/**
	 * Asks the task to stop; it ends a moment later. A task that has ended is returned as it is. A key belongs to the run that it
	 * asked to stop: a late repeat leaves alone a task that was started again since.
	 * @param idempotencyKey left out: whichever run there is now is meant
	 * @throws TaskNotFoundError
	 */
	cancel(id: string, idempotencyKey?: string): Promise<TaskView>;
}
