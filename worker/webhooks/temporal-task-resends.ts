import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { resendEvents, EventResend } from '../../workflows/events/workflow';
import { INTERNAL_QUEUE } from '../../workflows/task-queues';
import { END_NAMES, type TaskEvent, withFailure } from '../../workflows/task/event';
import { eventIdOf } from '../../workflows/task/ids';
import { type Callback, callbackOf } from '../../workflows/waits/activities';
import { hostOf } from '../net/allowed-host';
import { stillRuns, waitNotFound } from '../tasks/task-problems';
import { parseWaitId, type WaitIds } from '../tasks/task-ids';
import { firstArgument } from '../tasks/task-input';
import { findTask } from '../tasks/task-view';
import { type FoundWait, isWaitWithin, readWait, waitMemoSchema } from '../tasks/waits';
import { isWithin, type Within } from '../tasks/within';
import { GRPC, grpcCodeOf } from '../temporal/grpc-code';
import { taskEventSchema } from './event-schema';
import { findSubscribers, readSubscriptions } from './subscription';
import {
	noCallbackOf,
	nothingToResend,
	type Resent,
	resentSchema,
	type TaskResends,
	waitNotEnded,
} from './task-resends';

const memoSchema = z.object({ resent: resentSchema });

/** The events and callbacks to resend. */
interface Sending {
	resends: EventResend[];
	callbacks: Callback[];
}

/**
 * Resends a task's end: reads its events from the workflows that published them and its callbacks from the ended waits,
 * and delivers them again.
 */
export class TemporalTaskResends implements TaskResends {
	constructor(private readonly client: Client) {}

	async resend(id: string, idempotencyKey: string, within?: Within, owner?: string): Promise<Resent> {
		const again = digestOf(id, idempotencyKey, owner);
		const wait = parseWaitId(id);
		return wait === null ? this.resendTask(id, again, within) : this.resendWait(wait, again);
	}

	private async resendTask(id: string, again: string, within: Within): Promise<Resent> {
		const { view, info } = await findTask(this.client, id);
		if (view.status === 'running') throw stillRuns(id);
		const firstRunId = info.raw.workflowExecutionInfo?.firstRunId || info.runId;
		return this.once(`resend/${id}/${firstRunId}/${again}`, again, async () => {
			const events = await this.publishedBy(id, firstRunId);
			const callbacks = await callbacksOfTask(this.client, id, view.startedAt, within);
			if (events.length === 0 && callbacks.length === 0) throw nothingToResend(view);
			const all = await readSubscriptions(this.client);
			const subscriptions = all.filter(({ state }) => isWithin(within, state.settings.connection));
			const resends = events.map((event) => ({ event, subscriptionIds: findSubscribers(subscriptions, event) }));
			return { resends, callbacks };
		});
	}

	private async resendWait(wait: WaitIds, again: string): Promise<Resent> {
		return this.once(`resend/${wait.waitId}/${again}`, again, async () => ({
			resends: [],
			callbacks: [await callbackOfWait(this.client, wait)],
		}));
	}

	private async once(workflowId: string, again: string, collect: () => Promise<Sending>): Promise<Resent> {
		return (await this.answerOf(workflowId)) ?? (await this.start(workflowId, again, await collect()));
	}

	private async start(workflowId: string, again: string, { resends, callbacks }: Sending): Promise<Resent> {
		const resent: Resent = {
			events: resends.map(({ event: { id, type }, subscriptionIds }) => ({
				id,
				type,
				subscriptions: subscriptionIds,
			})),
			callbacks: callbacks.map(({ delivery: { id, url } }) => ({ id, host: hostOf(url) ?? '' })),
		};
		try {
			await this.client.workflow.start<typeof resendEvents>('resendEvents', {
				workflowId,
				taskQueue: INTERNAL_QUEUE,
				args: [resends, again, callbacks],
				memo: { resent },
				workflowIdReusePolicy: 'REJECT_DUPLICATE',
			});
		} catch (error) {
			if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
			// The same request came twice at once. The first start counts.
			return (await this.answerOf(workflowId)) ?? resent;
		}
		return resent;
	}

	/** What this key has already resent; null if nothing. */
	private async answerOf(workflowId: string): Promise<Resent | null> {
		try {
			const { memo } = await this.client.workflow.getHandle(workflowId).describe();
			return memoSchema.parse(memo).resent;
		} catch (error) {
			if (error instanceof WorkflowNotFoundError) return null;
			throw error;
		}
	}

	/** The events as they were published, in the task's order. */
	private async publishedBy(id: string, firstRunId: string): Promise<TaskEvent[]> {
		const found = await Promise.all(
			END_NAMES.map((name) => this.published(`event/${eventIdOf(id, firstRunId, name)}`)),
		);
		return found.filter((event) => event !== null).flatMap(withFailure);
	}

	private async published(workflowId: string): Promise<TaskEvent | null> {
		try {
			return taskEventSchema.parse(await firstArgument(this.client, { workflowId }));
		} catch (error) {
			if (grpcCodeOf(error) === GRPC.notFound) return null;
			throw error;
		}
	}
}

/**
 * A digest, because the key itself may contain personal data. A wait for several tasks gets one callback per task that
 * the key is used with.
 * Bound callers with a key of the same words are told of other receivers. What a caller reaches is no part of it, because
 * a label may change before a repeat.
 */
function digestOf(id: string, idempotencyKey: string, owner: string | undefined): string {
	return createHash('sha256')
		.update(JSON.stringify(['resend', id, idempotencyKey, ...(owner === undefined ? [] : [owner])]))
		.digest('base64url')
		.slice(0, 28);
}

const argsSchema = z.object({ callbackUrl: z.string() });

/** The callback of an ended wait, as in the first delivery. @throws Problem `wait_not_found`, or a Problem 409 */
export async function callbackOfWait(client: Client, ids: WaitIds): Promise<Callback> {
	const found = await readWait(client, ids.workflowId);
	if (found === null) throw waitNotFound(ids.waitId);
	if (found.memo.waitId !== ids.waitId) throw noCallbackOf(ids.waitId);
	if (found.memo.ended === undefined) {
		throw found.info.status.name === 'RUNNING' ? waitNotEnded(ids.waitId) : noCallbackOf(ids.waitId);
	}
	return callback(client, ids, found);
}

/**
 * The callbacks of all waits for a task that have ended since it began, oldest first. The memo with the tasks of a wait
 * is encrypted, so this reads all waits that have ended since then.
 * @param since ISO 8601 UTC
 */
export async function callbacksOfTask(
	client: Client,
	taskId: string,
	since: string,
	within?: Within,
): Promise<Callback[]> {
	const query = `WorkflowType = 'waitForTasks' AND ExecutionStatus = 'Completed' AND CloseTime >= '${since}'`;
	const callbacks: Callback[] = [];
	for await (const { memo } of client.workflow.list({ query })) {
		const wait = waitMemoSchema.safeParse(memo).data;
		if (wait?.taskIds.includes(taskId) !== true || !isWaitWithin(within, wait)) continue;
		const ids = parseWaitId(wait.waitId);
		if (ids === null) continue;
		const found = await readWait(client, ids.workflowId);
		// If a newer wait has replaced it, n8n waits for that one.
		if (found !== null && found.memo.waitId === ids.waitId) callbacks.unshift(await callback(client, ids, found));
	}
	return callbacks;
}

/** The callback contains the id that n8n got for the wait. */
async function callback(client: Client, { workflowId, deliveryId }: WaitIds, { info, memo: { waitId } }: FoundWait) {
	const started = await firstArgument(client, { workflowId, runId: info.runId });
	const { callbackUrl } = argsSchema.parse(started);
	return callbackOf({ waitId, callbackUrl, deliveryId });
}
