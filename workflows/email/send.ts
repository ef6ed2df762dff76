import { ActivityFailure, ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { CancellationScope } from '@temporalio/workflow';
import type { TaskError } from '../catalogue';
import type { EmailTask } from './email-task';
import { refusedByService } from './failures';
import { isKeyRefused, tellKeyRefused } from './key-refused';
import type { Approved } from './state';

/**
 * Makes the conversation where there is none, and queues the approved mail: just that version, to just these addresses,
 * with keys that are the same however often it is tried. Not to be cut short by a cancellation, which came too late.
 * @returns false when nobody knows whether it was queued
 */
export async function sendApproved(task: EmailTask, approved: Approved): Promise<boolean> {
	const asked = CancellationScope.current();
	const untilKeyWorks = (call: () => Promise<string>) => tried(task, call, asked);
	return CancellationScope.nonCancellable(async () => {
		task.state.sendRounds += 1;
		if (!(await makeConversation(task, approved, untilKeyWorks))) return false;
		return queue(task, approved, untilKeyWorks);
	});
}

type Tries = (call: () => Promise<string>) => Promise<string | null>;

async function makeConversation(task: EmailTask, { to, subject }: Approved, tries: Tries): Promise<boolean> {
	const { state, input, keyed } = task;
	if (state.sessionId !== null) return true;
	const [email = ''] = to;
	const mailboxId = state.sender?.mailboxId ?? '';
	const conversation = { ...keyed, agentId: input.agentId, email, subject, name: input.name ?? null, mailboxId };
	const sessionId = await tries(() => task.urgent.createConversation(conversation));
	if (sessionId === null) return false;
	state.sessionId = sessionId;
	return true;
}

async function queue(task: EmailTask, { to, cc, subject, content, known }: Approved, tries: Tries): Promise<boolean> {
	const { state, input, keyed } = task;
	const mailboxId = state.sender?.mailboxId ?? '';
	const reply = { to, cc, subject, content, mailboxId, agentId: input.agentId, sessionId: state.sessionId ?? '' };
	const queued = await tries(() => task.urgent.queueReply({ ...keyed, ...reply }));
	state.deliveryId = queued ?? (await task.look.findReply({ ...reply, known }));
	state.queuedAt = Date.now();
	return state.deliveryId !== null;
}

/**
 * Null when all tries were used up and one of them may have had its effect. While the service refuses the key of the
 * connection they begin anew: a key is replaced, and then the same mail goes out with the same idempotency key.
 * @param asked cancelled when somebody cancels the task; that ends the waiting for a key
 * @throws a final failure when the service refused at the first try, so that nothing was done
 */
async function tried(task: EmailTask, call: () => Promise<string>, asked: CancellationScope): Promise<string | null> {
	for (;;) {
		try {
			return await call();
		} catch (error) {
			if (!(error instanceof ActivityFailure)) throw error;
			const refusal = refusalOf(error.cause);
			if (refusal !== null) throw refusedByService(refusal);
			if (!isKeyRefused(error.cause)) return null;
			if (asked.consideredCancelled) throw new CancelledFailure('It was cancelled while it waited for a valid key.');
			tellKeyRefused(task);
		}
	}
}

/** The second detail says which try it was: what came before it may have had its effect. */
function refusalOf(cause: unknown): TaskError | null {
	if (!(cause instanceof ApplicationFailure) || cause.nonRetryable !== true) return null;
	const [error, attempt] = cause.details ?? [];
	return attempt === 1 && isTaskError(error) ? error : null;
}

function isTaskError(value: unknown): value is TaskError {
	return typeof value === 'object' && value !== null && 'type' in value && 'detail' in value;
}
