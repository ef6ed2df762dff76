import type { TaskProgress } from '../../workflows/task/visibility';
import type { TaskType } from '../../workflows/contracts';
import type { TaskEndError } from './task-memo-schema';

export const TASK_STATUSES = ['running', 'completed', 'failed', 'cancelled', 'timed_out'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** A task as every caller sees it. The gateway adds the links. */
export interface TaskView {
	/** `<type>~<hash of the caller's key>`. */
	id: string;
	type: TaskType;
	connection: string;
	agentId: string | null;
	status: TaskStatus;
	/** What the task is doing, or the way it ended: see `stages` of its definition. */
	stage: string | null;
	progress: TaskProgress | null;
	/** ISO 8601 UTC; the first start, also after the task continued as new. */
	startedAt: string;
	closedAt: string | null;
	/**
	 * The task's result (see `contracts`), never in a list. A task of many items that failed or was cancelled
	 * tells in the same form how far it came; every other one has a result only when `status` is `completed`.
	 */
	result: object | null;
	/** Why it did not complete; null while it runs, when it completed, and in a list. */
	error: TaskEndError | null;
}

/** What a start tells of its task: read it for more. */
export type StartedTask = Pick<TaskView, 'id' | 'type' | 'status'>;

export interface TaskPage {
	items: TaskView[];
	/** Opaque; null on the last page. */
	nextPageToken: string | null;
}
