import type { TaskError } from '../task/task-error';
import { taskFailure } from '../task/failures';
import type { EmailState } from './state';

export function mailboxBound(bound: string, asked: string): Error {
	return taskFailure({
		type: 'mailbox_bound',
		title: 'The conversation belongs to another mailbox',
		status: 409,
		detail: `Nothing was sent. The conversation is bound to the mailbox ${bound} and keeps it, and the input names ${asked}. Leave mailboxId out, or name ${bound}.`,
		issues: [{ path: 'mailboxId', message: `is ${asked}, but the conversation is bound to ${bound}` }],
	});
}

/** The service refused the approved mail for good, at the first try. */
export function refusedByService(error: TaskError): Error {
	return taskFailure({ ...error, detail: `Nothing was sent. ${error.detail}` });
}

/** What is left when a task is cancelled. */
export function afterCancel({ approved, deliveryId, decisions }: EmailState): string {
	if (approved === null) return 'Nothing was sent. Links to the review no longer work.';
	const last = decisions.at(-1);
	const by = last === undefined ? '' : ` (${last.action} by ${last.by})`;
	if (deliveryId === null)
		return `The mail had been approved${by}, and it is not certain that it was not sent. It cannot be unsent; look at the conversation.`;
	return `The mail had been approved${by} and was queued as delivery ${deliveryId}. It cannot be unsent; nobody follows its delivery any more.`;
}
