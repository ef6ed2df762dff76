import { createHash } from 'node:crypto';
import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import { z } from 'zod';
import { END_NAMES, type TaskEvent } from '../../workflows/events/event';
import type { Resending, resendEvents } from '../../workflows/events/resend-events';
import { INTERNAL_QUEUE } from '../../workflows/task-queues';
import { taskEventSchema } from '../activities/events/event-schema';
import { findSubscribers } from '../activities/events/find-subscribers';
import { grpcCodeOf, GRPC } from '../temporal/grpc-code';
import { describeTask } from './describe-task';
import { firstArgument } from './first-argument';
import { TaskNotFoundError } from './task-errors';
import { nothingToResend, type Resent, resentSchema, stillRuns, type TaskResends } from './task-resends';
import type { TaskView } from './task-view';

const memoSchema = z.object({ resent: resentSchema });

/** Takes the events of a task's end out of the workflows that published them, and has them delivered anew. */
export class TemporalTaskResends implements TaskResends {
	constructor(private readonly client: Client) {}

	async resend(id: string, idempotencyKey: string): Promise<Resent> {
		const { view, firstRunId } = await this.describe(id);
		if (view.status === 'running') throw stillRuns(id);
		const again = digestOf(idempotencyKey);
		const workflowId = `resend/${id}/${firstRunId}/${again}`;
		const repeated = await this.answerOf(workflowId);
		if (repeated !== null) return repeated;
		const events = await this.publishedBy(id, firstRunId);
		if (events.length === 0) throw nothingToResend(view);
		const resendings = await Promise.all(
			events.map(async (event) => ({ event, subscriptionIds: await findSubscribers(this.client, event) })),
		);
		return this.start(workflowId, resendings, again);
	}

	private async start(workflowId: string, resendings: Resending[], again: string): Promise<Resent> {
		const resent = {
			events: resendings.map(({ event: { id, type }, subscriptionIds }) => ({
				id,
				type,
				subscriptions: subscriptionIds,
			})),
		};
		try {
			await this.client.workflow.start<typeof resendEvents>('resendEvents', {
				workflowId,
				taskQueue: INTERNAL_QUEUE,
				args: [resendings, again],
				memo: { resent },
				workflowIdReusePolicy: 'REJECT_DUPLICATE',
			});
		} catch (error) {
			if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
			// The same request came twice at once; what was begun first counts.
			return (await this.answerOf(workflowId)) ?? resent;
		}
		return resent;
	}

	/** What this very key has sent again before; null when nothing. */
	private async answerOf(workflowId: string): Promise<Resent | null> {
		try {
			const { memo } = await this.client.workflow.getHandle(workflowId).describe();
			return memoSchema.parse(memo).resent;
		} catch (error) {
			if (error instanceof WorkflowNotFoundError) return null;
			throw error;
		}
	}

	/** As they were published, in the order in which the task tells them. */
	private async publishedBy(id: string, firstRunId: string): Promise<TaskEvent[]> {
		const found = await Promise.all(END_NAMES.map((name) => this.published(`event/${id}/${firstRunId}/${name}`)));
		return found.filter((event) => event !== null);
	}

	private async published(workflowId: string): Promise<TaskEvent | null> {
		try {
			return taskEventSchema.parse(await firstArgument(this.client, { workflowId }));
		} catch (error) {
			if (grpcCodeOf(error) === GRPC.notFound) return null;
			throw error;
		}
	}

	private async describe(id: string): Promise<{ view: TaskView; firstRunId: string }> {
		try {
			const info = await this.client.workflow.getHandle(id).describe();
			const view = describeTask(info);
			if (view !== null) return { view, firstRunId: info.raw.workflowExecutionInfo?.firstRunId || info.runId };
		} catch (error) {
			if (!(error instanceof WorkflowNotFoundError)) throw error;
		}
		throw new TaskNotFoundError(id);
	}
}

/** The key itself may say whose it is. */
function digestOf(idempotencyKey: string): string {
	return createHash('sha256')
		.update(JSON.stringify(['resend', idempotencyKey]))
		.digest('base64url')
		.slice(0, 28);
}
