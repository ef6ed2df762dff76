import { ActivityFailure, ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { CancellationScope, isCancellation } from '@temporalio/workflow';
import type { TaskError } from '../task/failure';
import type { Approved, EmailTask, SendStep } from './task';
import { lacksKey, refusedByService, reportLackOfKey } from './outcome';

/**
 * Creates the conversation if there is none, and queues the approved email: exactly that version, to exactly these
 * addresses, with the same keys in every attempt. A cancellation after the approval does not stop it.
 * @returns false if the outcome is unknown
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

/** @param taskScope the scope of the task; its cancellation ends the wait for a valid key */
async function makeConversation(
	task: EmailTask,
	{ to, subject }: Approved,
	taskScope: CancellationScope,
): Promise<boolean> {
	const { state, input, keyed } = task;
	if (state.sessionId !== null) return true;
	const [email = ''] = to;
	const mailboxId = state.sender?.mailboxId ?? '';
	// The name is the first recipient's. Nobody named another one that a reviewer put there.
	const name = email === input.to[0] ? (input.name ?? null) : null;
	const conversation = { ...keyed, agentId: input.agentId, email, subject, name, mailboxId };
	state.sessionId = await untilKeyWorks(task, {
		step: 'conversation',
		send: () => task.urgentWrites.createConversation(conversation),
		// An empty conversation does no harm, and the same key finds it again.
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
	/** Checks whether an earlier attempt took effect; null if that is not certain. */
	find: () => Promise<string | null>;
	taskScope: CancellationScope;
}

/**
 * Null if an attempt may have taken effect and the check does not show it. While the connection
 * has no key that the service accepts, the attempts start again: somebody corrects it, and the same email is sent with the same idempotency key. The
 * check waits for that key too, and ends the attempts if it finds the email.
 * @throws a final failure if the service refused the very first attempt of the whole task, so nothing was sent
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
			if (!lacksKey(error.cause)) return await found(find);
			reportLackOfKey(task, error.cause);
		} finally {
			if (isFirst) state.tried = [...state.tried, step];
		}
		const came = await taskScope.run(() => found(find));
		if (came !== null) return came;
		if (taskScope.consideredCancelled)
			throw new CancelledFailure('The task was cancelled while it waited for a valid API key.');
	}
}

/** A check that is refused for good shows nothing. It must not fail a task whose email may have been sent. */
async function found(find: Step['find']): Promise<string | null> {
	try {
		return await find();
	} catch (error) {
		if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
		return null;
	}
}

/** The second detail is the attempt's number: earlier attempts may have taken effect. */
function refusalOf(cause: unknown): { error: TaskError; attempt: unknown } | null {
	if (!(cause instanceof ApplicationFailure) || cause.nonRetryable !== true) return null;
	const [error, attempt] = cause.details ?? [];
	return isTaskError(error) ? { error, attempt } : null;
}

function isTaskError(value: unknown): value is TaskError {
	return typeof value === 'object' && value !== null && 'type' in value && 'detail' in value;
}
