import { ActivityFailure, ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { CancellationScope, isCancellation } from '@temporalio/workflow';
import type { TaskError } from '../task/failure';
import type { Approved, EmailTask, SendStep } from './task';
import { isKeyRefused, refusedByService, reportKeyRefused } from './outcome';

/**
 * Makes the conversation where there is none, and queues the approved mail: just that version, to just these addresses,
 * with keys that are the same however often it is tried. Not to be cut short by a cancellation, which came too late.
 * @returns false when nobody knows whether it was queued
 */
export async function sendApproved(task: EmailTask, approved: Approved): Promise<boolean> {
	const taskScope = CancellationScope.current();
	return CancellationScope.nonCancellable(async () => {
		task.state.sendRounds += 1;
		task.state.refusal = null;
		if (!(await makeConversation(task, approved, taskScope))) return false;
		return queue(task, approved, taskScope);
	});
}

/** @param taskScope cancelled when somebody cancels the task; that ends the waiting for a key */
async function makeConversation(
	task: EmailTask,
	{ to, subject }: Approved,
	taskScope: CancellationScope,
): Promise<boolean> {
	const { state, input, keyed } = task;
	if (state.sessionId !== null) return true;
	const [email = ''] = to;
	const mailboxId = state.sender?.mailboxId ?? '';
	const conversation = { ...keyed, agentId: input.agentId, email, subject, name: input.name ?? null, mailboxId };
	state.sessionId = await untilKeyWorks(task, {
		step: 'conversation',
		send: () => task.urgentWrites.createConversation(conversation),
		// An empty conversation is nobody's loss, and the same key finds it again.
		find: () => Promise.resolve(null),
		taskScope,
	});
	return state.sessionId !== null;
}

async function queue(
	task: EmailTask,
	{ to, cc, subject, content, known }: Approved,
	taskScope: CancellationScope,
): Promise<boolean> {
	const { state, input, keyed } = task;
	const mailboxId = state.sender?.mailboxId ?? '';
	const reply = { to, cc, subject, content, mailboxId, agentId: input.agentId, sessionId: state.sessionId ?? '' };
	state.deliveryId = await untilKeyWorks(task, {
		step: 'reply',
		send: () => task.urgentWrites.queueReply({ ...keyed, ...reply }),
		find: () => task.urgentReads.findReply({ ...reply, known }),
		taskScope,
	});
	state.queuedAt = Date.now();
	return state.deliveryId !== null;
}

interface Step {
	step: SendStep;
	send: () => Promise<string>;
	/** Looks whether an earlier try came through; null when that is not certain. */
	find: () => Promise<string | null>;
	taskScope: CancellationScope;
}

/**
 * Null when a try may have had its effect and the look does not show it. While the service refuses the key of the
 * connection the tries begin anew: a key is replaced, and then the same mail goes out with the same idempotency key,
 * unless the look, which waits for that key too, finds it.
 * @throws a final failure when the service refused the very first try of the whole task, so that nothing was done
 */
async function untilKeyWorks(task: EmailTask, { step, send, find, taskScope }: Step): Promise<string | null> {
	const { state } = task;
	for (;;) {
		const isFirst = !state.tried.includes(step);
		try {
			return await send();
		} catch (error) {
			if (!(error instanceof ActivityFailure)) throw error;
			const refusal = refusalOf(error.cause);
			if (isFirst && refusal?.attempt === 1) throw refusedByService(refusal.error);
			state.refusal = refusal?.error.detail ?? null;
			if (!isKeyRefused(error.cause)) return await found(find);
			reportKeyRefused(task);
		} finally {
			if (isFirst) state.tried = [...state.tried, step];
		}
		const came = await taskScope.run(() => found(find));
		if (came !== null) return came;
		if (taskScope.consideredCancelled)
			throw new CancelledFailure('The task was cancelled while it waited for a valid API key.');
	}
}

/** A look that is refused for good shows nothing, and ends no task whose mail may have left. */
async function found(find: Step['find']): Promise<string | null> {
	try {
		return await find();
	} catch (error) {
		if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
		return null;
	}
}

/** The second detail says which try of the call it was: what came before it may have had its effect. */
function refusalOf(cause: unknown): { error: TaskError; attempt: unknown } | null {
	if (!(cause instanceof ApplicationFailure) || cause.nonRetryable !== true) return null;
	const [error, attempt] = cause.details ?? [];
	return isTaskError(error) ? { error, attempt } : null;
}

function isTaskError(value: unknown): value is TaskError {
	return typeof value === 'object' && value !== null && 'type' in value && 'detail' in value;
}
