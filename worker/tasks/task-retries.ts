import type { TaskType } from '../../workflows/contracts';
import type { TaskArgs } from '../../workflows/task/continue-as-new';
import { definitions } from './definitions';
import { Problem } from '../problems/problem';
import type { TaskView } from './task-view';

/** A task that may be started again, with what it was started with. */
export interface RetryableTask {
	id: string;
	type: TaskType;
	args: TaskArgs<object>;
	/** As the task before remembers its caller's input; null where no caller's key started it. */
	inputMac: { keyVersion: string; mac: string } | null;
	/** Digests of the keys that have started it again, the latest last. */
	retriedBy: string[];
}

/**
 * Starts tasks that did not complete again, under their own id: whoever repeats the key that started the task finds it,
 * and keys that its steps send are the same ones (never a new key for an old intention).
 */
export interface TaskRetries {
	/**
	 * @returns the task as it is where this very key has started it again already
	 * @throws TaskNotFoundError, or a Problem 409 that says why it cannot be started again and what to do instead
	 */
	find(id: string, idempotencyKey: string): Promise<{ repeated: TaskView } | { retryable: RetryableTask }>;
	start(task: RetryableTask, idempotencyKey: string): Promise<TaskView>;
}

export function notRetryable({ id, type, status }: Pick<TaskView, 'id' | 'type' | 'status'>): Problem {
	const refused = (reason: string, title: string, detail: string) =>
		new Problem({ type: reason, title, status: 409, detail });
	if (status === 'running')
		return refused('task_running', 'The task still runs', `${id} has not ended. Wait for it, or cancel it first.`);
	if (status === 'completed')
		return refused(
			'task_completed',
			'The task has completed',
			`${id} has completed, so there is nothing to retry. To do the same again, start a new task with another Idempotency-Key.`,
		);
	const definition = definitions[type];
	const instead =
		definition.keyReuse === 'never' ? definition.insteadOfRetry : 'Start a new task with another Idempotency-Key.';
	return refused(
		'retry_refused',
		'A task of this type is not started again',
		`${id} is a task of the type ${type}. ${instead}`,
	);
}
