import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { TaskType } from '../../workflows/contracts';
import type { TaskArgs } from '../../workflows/task/continue-as-new';
import { searchAttributes, type TaskMemo } from '../../workflows/task/visibility';
import { Problem } from '../problems/problem';
import { callerLimitsSchema, frozenLimits } from './caller-limits';
import { definitions, isLeftToNextRun, retriesFailedItems, type TaskDefinition } from './definitions';
import { failedItemsKey, noteRequest, requestDigest } from './noted-requests';
import { startCarrying } from './start-task';
import { firstArgument } from './task-input';
import type { StartTask, TaskService } from './task-service';
import { takenBy } from './take-overs';
import { findTask, memoSchema, type TakenOver, type TaskView } from './task-view';

/** A task that may be retried, with its input. */
export interface RetryableTask {
	id: string;
	type: TaskType;
	args: TaskArgs<object>;
	/** The previous start's digest of the caller's input; null if no caller's key started it. */
	inputMac: { keyVersion: string; mac: string } | null;
	/** Digests of the keys that have retried it, the latest last. */
	retriedBy: string[];
	/** Digests of the keys that asked for it as the retry of another task's failed items. */
	startedBy: string[];
	/** The task whose failed items it retries itself. Undefined: of none */
	retryOf: string | undefined;
}

/**
 * Retries tasks that did not complete, under their own id. So a repeat of the original key finds the task, and its
 * steps send the same idempotency keys: never a new key for an old intention.
 */
export interface TaskRetries {
	/**
	 * @returns the current task if this key has already retried it
	 * @throws Problem `task_not_found`, or a Problem 409 that says why it cannot be retried and what to do instead
	 */
	find(id: string, idempotencyKey: string): Promise<{ repeated: TaskView } | { retryable: RetryableTask }>;
	start(task: RetryableTask, idempotencyKey: string): Promise<TaskView>;
	/**
	 * The start of a task for the items alone of an ended task that did not succeed, or the task that this key has started.
	 * @throws Problem `task_not_found`, or a Problem 409 that says why there is nothing to retry, or what has retried it
	 */
	failedItems(id: string, idempotencyKey: string): Promise<{ repeated: TaskView } | { start: StartTask }>;
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
	const instead = insteadOfRetry(type) ?? 'Start a new task with another Idempotency-Key.';
	return refused(
		'retry_refused',
		'A task of this type cannot be retried',
		`${id} is a task of the type ${type}. ${instead}`,
	);
}

/** What to do instead if a task of this type starts once only; null if it can be retried. */
function insteadOfRetry(type: TaskType): string | null {
	const definition = definitions[type];
	return definition.keyReuse === 'never' ? definition.insteadOfRetry : null;
}

const STATES: Readonly<Record<TakenOver['state'], string>> = {
	running: 'It still runs, so wait for its end.',
	done: 'It did what was asked, so there is nothing left to retry.',
	failed: 'It did not do all of it. Retry that task instead.',
};

/** What an ended task left undone was done again since, or is being done. */
export function alreadyRetried({ id }: Pick<TaskView, 'id'>, { taskId, state }: TakenOver): Problem {
	const by = taskId === null ? 'the tasks that it had started' : taskId;
	return new Problem({
		type: 'already_retried',
		title: 'What failed was retried already',
		status: 409,
		detail: `Nothing was started. What ${id} left undone is done again by ${by}. ${STATES[state]}`,
	});
}

/** A retry has no last run, and would have twice what the next run has. */
export function leftToNextRun({ id }: Pick<TaskView, 'id'>): Problem {
	return new Problem({
		type: 'retry_refused',
		title: 'The next run of the schedule covers its part',
		status: 409,
		detail: `Nothing was started. ${id} is about what has come since the last run of its schedule, and the next run of the schedule covers its part. Wait for that run, or run the schedule now.`,
	});
}

/** Why the failed items of a task cannot be retried. */
export function noFailedItems({ id, type, status }: Pick<TaskView, 'id' | 'type' | 'status'>): Problem {
	const refused = (reason: string, title: string, detail: string) =>
		new Problem({ type: reason, title, status: 409, detail });
	if (status === 'running')
		return refused('task_running', 'The task still runs', `${id} has not ended. Wait for it, or cancel it first.`);
	if (!retriesFailedItems(type))
		return refused(
			'retry_refused',
			'A task of this type has no failed items to retry',
			`${id} is a task of the type ${type}. ${insteadOfRetry(type) ?? 'If it failed, retry the whole task.'}`,
		);
	return refused(
		'nothing_failed',
		'Nothing of the task failed',
		`${id} has no result with a failed item. If the task itself failed, retry the whole task.`,
	);
}

const argsSchema: z.ZodType<TaskArgs<object>> = z.object({
	input: z.looseObject({}),
	// A retry must keep what its first start may see and use.
	frozen: callerLimitsSchema.extend({
		keyVersion: z.string(),
		settleMs: z.number(),
		timing: z.record(z.string(), z.number()).exactOptional(),
	}),
});

/** Number of keys to remember. A caller repeats a key soon or never. */
const KEPT_KEYS = 50;

/** Time for which the later one of two retries waits for the note. Without a worker the task notes it later. */
const NOTED_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 50;

/** Reads the input of the previous run from its history and starts the next run with it. */
export class TemporalTaskRetries implements TaskRetries {
	constructor(
		private readonly client: Client,
		private readonly tasks: Pick<TaskService, 'get' | 'repeatOf'>,
	) {}

	async find(id: string, idempotencyKey: string): Promise<{ repeated: TaskView } | { retryable: RetryableTask }> {
		const { view, info } = await findTask(this.client, id);
		const { startedBy = [], retriedBy = [], inputMac = null } = memoSchema.parse(info.memo);
		if (retriedBy.includes(requestDigest('retry', idempotencyKey))) return { repeated: await this.tasks.get(id) };
		const { type, status } = view;
		if (status === 'running' || status === 'completed' || definitions[type].keyReuse === 'never')
			throw notRetryable(view);
		const args = argsSchema.parse(await firstArgument(this.client, { workflowId: id, runId: info.runId }));
		if (isLeftToNextRun(id, args.input)) throw leftToNextRun(view);
		return {
			retryable: {
				id,
				type,
				args,
				inputMac,
				retriedBy,
				startedBy,
				retryOf: info.typedSearchAttributes.get(searchAttributes.retryOf),
			},
		};
	}

	async start(
		{ id, type, args, inputMac, retriedBy, startedBy, retryOf }: RetryableTask,
		idempotencyKey: string,
	): Promise<TaskView> {
		const digest = requestDigest('retry', idempotencyKey);
		const memo: TaskMemo = {
			...(inputMac === null ? {} : { inputMac }),
			startedAt: new Date().toISOString(),
			...(startedBy.length === 0 ? {} : { startedBy }),
			retriedBy: [...retriedBy, digest].slice(-KEPT_KEYS),
		};
		try {
			await startCarrying(this.client, type, { id, args, memo, retryOf });
		} catch (error) {
			if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
			return this.afterAnother(id, idempotencyKey);
		}
		return this.tasks.get(id);
	}

	async failedItems(id: string, idempotencyKey: string): Promise<{ repeated: TaskView } | { start: StartTask }> {
		const task = await this.tasks.get(id);
		const { type, status, result } = task;
		const definition: TaskDefinition = definitions[type];
		if (status === 'running' || result === null || definition.failedOnly === undefined) throw noFailedItems(task);
		const { info } = await findTask(this.client, id);
		const { input, frozen } = argsSchema.parse(await firstArgument(this.client, { workflowId: id, runId: info.runId }));
		const failed = definition.failedOnly(input as never, result);
		if (failed === null) throw noFailedItems(task);
		const firstRunId = info.raw.workflowExecutionInfo?.firstRunId || info.runId;
		const start = {
			type,
			input: failed,
			idempotencyKey: failedItemsKey(id, firstRunId),
			...frozenLimits(frozen),
			retryOf: id,
		};
		const digest = requestDigest('retry-failed', idempotencyKey);
		const retry = await this.tasks.repeatOf(start);
		const startedBy = retry === null ? [] : await this.startedBy(retry.id);
		if (retry !== null && startedBy.includes(digest)) return { repeated: retry };
		// A person wanted a cancelled one to end, so it may start again.
		if (retry !== null && retry.status !== 'cancelled') throw alreadyRetried(task, takenBy('retry', retry));
		return { start: { ...start, startedBy: [...startedBy, digest].slice(-KEPT_KEYS) } };
	}

	private async startedBy(id: string): Promise<string[]> {
		const { info } = await findTask(this.client, id);
		return memoSchema.parse(info.memo).startedBy ?? [];
	}

	/** Another request was first. It is the same task, so this key counts as having retried it too. */
	private async afterAnother(id: string, idempotencyKey: string): Promise<TaskView> {
		const digest = requestDigest('retry', idempotencyKey);
		if (await noteRequest(this.client, { workflowId: id }, 'retriedBy', digest)) {
			await this.untilNoted(id, digest);
			return this.tasks.get(id);
		}
		// It has already ended and accepts no notes.
		const view = await this.tasks.get(id);
		if (view.status === 'running' || view.status === 'completed') return view;
		const found = await this.find(id, idempotencyKey);
		return 'repeated' in found ? found.repeated : this.start(found.retryable, idempotencyKey);
	}

	private async untilNoted(id: string, digest: string): Promise<void> {
		for (const until = Date.now() + NOTED_WITHIN_MS; Date.now() < until; await pause(LOOK_EVERY_MS)) {
			const { info } = await findTask(this.client, id);
			if (memoSchema.parse(info.memo).retriedBy?.includes(digest) === true) return;
		}
	}
}
