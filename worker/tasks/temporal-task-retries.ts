import { setTimeout as pause } from 'node:timers/promises';
import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import { z } from 'zod';
import { definitions } from './definitions';
import { searchAttributes, type TaskMemo } from '../../workflows/task/visibility';
import type { TaskArgs } from '../../workflows/task/continue-as-new';
import { describeTask } from './describe-task';
import { firstArgument } from './first-argument';
import { TaskNotFoundError } from './task-errors';
import { noteRequest, requestDigest } from './noted-requests';
import { memoSchema } from './task-memo-schema';
import { startCarrying } from './start-carrying';
import { notRetryable, type RetryableTask, type TaskRetries } from './task-retries';
import type { TaskService } from './task-service';
import { subjectOf } from './task-subject';
import type { TaskView } from './task-view';

const argsSchema: z.ZodType<TaskArgs<object>> = z.object({
	input: z.looseObject({}),
	frozen: z.object({ keyVersion: z.string(), settleMs: z.number() }),
});

/** A caller repeats a key soon, or not at all. */
const KEPT_KEYS = 50;

/** How long the later one of two retries waits until the task has noted it; if no worker is there, it is noted later. */
const NOTED_WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 50;

/** Reads what the run before was started with out of its history, and starts the workflow's next run with it. */
export class TemporalTaskRetries implements TaskRetries {
	constructor(
		private readonly client: Client,
		private readonly tasks: Pick<TaskService, 'get'>,
	) {}

	async find(id: string, idempotencyKey: string): Promise<{ repeated: TaskView } | { retryable: RetryableTask }> {
		const info = await this.describe(id);
		const view = describeTask(info);
		if (view === null) throw new TaskNotFoundError(id);
		const { retriedBy = [], inputMac = null } = memoSchema.parse(info.memo);
		if (retriedBy.includes(requestDigest('retry', idempotencyKey))) return { repeated: await this.tasks.get(id) };
		const { type, status } = view;
		if (status === 'running' || status === 'completed' || definitions[type].keyReuse === 'never')
			throw notRetryable(view);
		return {
			retryable: {
				id,
				type,
				args: argsSchema.parse(await firstArgument(this.client, { workflowId: id, runId: info.runId })),
				inputMac,
				retriedBy,
			},
		};
	}

	async start({ id, type, args, inputMac, retriedBy }: RetryableTask, idempotencyKey: string): Promise<TaskView> {
		const digest = requestDigest('retry', idempotencyKey);
		const memo: TaskMemo = {
			...(inputMac === null ? {} : { inputMac }),
			startedAt: new Date().toISOString(),
			retriedBy: [...retriedBy, digest].slice(-KEPT_KEYS),
		};
		const { connection, agentId } = subjectOf(args.input);
		try {
			await startCarrying(this.client, definitions[type], {
				id,
				args,
				memo: { ...memo },
				typedSearchAttributes: [
					{ key: searchAttributes.task, value: type },
					{ key: searchAttributes.connection, value: connection },
					{ key: searchAttributes.stage, value: definitions[type].stages[0] },
					...(agentId === undefined ? [] : [{ key: searchAttributes.agent, value: agentId }]),
				],
			});
		} catch (error) {
			if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
			return this.afterAnother(id, idempotencyKey);
		}
		return this.tasks.get(id);
	}

	/** Somebody else was first; it is the same task, and this key has started it, too. */
	private async afterAnother(id: string, idempotencyKey: string): Promise<TaskView> {
		const digest = requestDigest('retry', idempotencyKey);
		if (await noteRequest(this.client, { workflowId: id }, 'retriedBy', digest)) {
			await this.untilNoted(id, digest);
			return this.tasks.get(id);
		}
		// It has ended already, and keeps no more notes.
		const view = await this.tasks.get(id);
		if (view.status === 'running' || view.status === 'completed') return view;
		const found = await this.find(id, idempotencyKey);
		return 'repeated' in found ? found.repeated : this.start(found.retryable, idempotencyKey);
	}

	private async untilNoted(id: string, digest: string): Promise<void> {
		for (const until = Date.now() + NOTED_WITHIN_MS; Date.now() < until; await pause(LOOK_EVERY_MS)) {
			const { memo } = await this.describe(id);
			if (memoSchema.parse(memo).retriedBy?.includes(digest) === true) return;
		}
	}

	private async describe(id: string) {
		try {
			return await this.client.workflow.getHandle(id).describe();
		} catch (error) {
			if (error instanceof WorkflowNotFoundError) throw new TaskNotFoundError(id);
			throw error;
		}
	}
}
