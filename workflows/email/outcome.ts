import { ApplicationFailure } from '@temporalio/common';
import { CONNECTION_REMOVED, type TaskError, taskFailure } from '../task/failure';
import { reportProgress } from '../task/progress';
import type { EmailOutcome, EmailResult } from './contract';
import type { EmailState, EmailTask } from './task';

/** The decisions and their outcome. */
export function resultOf(
	{ state, input }: EmailTask,
	outcome: EmailOutcome,
	autoReplies?: EmailResult['autoReplies'],
): EmailResult {
	const { approved, sender, sendRounds, uncertain } = state;
	return {
		version: 1,
		agentId: input.agentId,
		outcome,
		sessionId: state.sessionId,
		deliveryId: state.deliveryId,
		approved: approved && sender && frozen(approved, sender),
		outcomes: state.outcomes,
		detail: outcome === 'not_followed' ? (state.detail ?? null) : null,
		decisions: state.decisions,
		autoReplies: autoReplies ?? { asked: state.resumeAutoReplies, resumed: false, detail: null },
		audit: { sendRounds, uncertain },
	};
}

type Frozen = NonNullable<EmailResult['approved']>;

function frozen(
	{ to, cc, subject, content, hash }: Omit<Frozen, 'mailboxId' | 'from'>,
	{ mailboxId, address: from }: { mailboxId: string; address: string },
): Frozen {
	return { to, cc, subject, content, hash, mailboxId, from };
}

export function mailboxBound(bound: string, asked: string): Error {
	return taskFailure({
		type: 'mailbox_bound',
		title: 'The conversation belongs to another mailbox',
		status: 409,
		detail: `Nothing was sent. The conversation is bound to mailbox ${bound}, but the input names ${asked}. Remove mailboxId, or set it to ${bound}.`,
		issues: [{ path: 'mailboxId', message: `is ${asked}, but the conversation is bound to ${bound}` }],
	});
}

/** The service refused the approved email for good, at the first attempt. */
export function refusedByService(error: TaskError): Error {
	return taskFailure({ ...error, detail: `Nothing was sent. ${error.detail}` });
}

/** What is left when a task is cancelled. */
export function afterCancel({ approved, deliveryId, decisions }: EmailState): string {
	if (approved === null) return 'Nothing was sent. Links to the review no longer work.';
	const last = decisions.at(-1);
	const by = last === undefined ? '' : ` (${last.action} by ${last.by})`;
	if (deliveryId === null)
		return `The email was approved${by} and may have been sent. It cannot be recalled. Check the conversation.`;
	return `The email was approved${by} and queued as delivery ${deliveryId}. It cannot be recalled. The task stopped following its delivery.`;
}

/** Whether nothing was done for want of a key: the service refuses it, or the configuration lost the connection. */
export function lacksKey(cause: unknown): boolean {
	return isRemoved(cause) || statusOf(cause) === 401;
}

function isRemoved(cause: unknown): boolean {
	return cause instanceof ApplicationFailure && cause.type === CONNECTION_REMOVED;
}

function statusOf(cause: unknown): unknown {
	if (!(cause instanceof ApplicationFailure)) return undefined;
	const error: unknown = cause.details?.[0];
	return typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : undefined;
}

export function reportLackOfKey({ state, input: { connection } }: EmailTask, cause: unknown): void {
	const why = isRemoved(cause)
		? `the worker's configuration has no connection "${connection}". Add it again`
		: `the service refuses the API key of the connection "${connection}". Replace the key`;
	reportProgress(state.progress, { message: `The approved email waits: ${why}, and the task sends the email.` });
}
