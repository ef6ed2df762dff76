import type { TaskView } from '../task-view';

export const WAIT_STATUSES = ['waiting', 'completed', 'timed_out', 'superseded'] as const;
export type WaitStatus = (typeof WAIT_STATUSES)[number];

export interface StartWait {
	/** 1 to 100 ids of tasks. */
	taskIds: string[];
	/** Told once, with `{"waitId"}`, when all tasks have ended or the deadline has passed. */
	callbackUrl: string;
	executionId: string;
	nodeId: string;
	runIndex: number;
	/** Seconds from now; null or left out: no deadline. */
	deadlineSeconds?: number | null;
}

export interface WaitView {
	/** `wait~<hash>` */
	id: string;
	status: WaitStatus;
	/** In the order of `taskIds`, each with its result. */
	tasks: TaskView[];
}

/** Waits of n8n executions for tasks. */
export interface WaitService {
	/**
	 * The same execution, node, run index, tasks and URL give the same wait.
	 * Another wait of the same execution and node ends the older one, which then tells nobody.
	 * @throws TaskNotFoundError when one of the tasks does not exist
	 * @throws CallbackHostError when the callback's host is not allowed
	 */
	start(wait: StartWait): Promise<{ id: string }>;
	/** @throws WaitNotFoundError */
	get(id: string): Promise<WaitView>;
}
