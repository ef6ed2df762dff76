import { ApplicationFailure } from '@temporalio/common';
import type { ApiClient } from '../../../api';
import type { Sender } from '../../../workflows/email/review-contract';
import type { TaskError } from '../../../workflows/task/failure';
import { apiFailure } from '../task/api-failure';

/** The mailbox of that id, or the default sender. @throws a final failure when there is none */
export async function readSender(
	api: ApiClient,
	agentId: string,
	mailboxId: string | null,
	signal: AbortSignal,
): Promise<Sender> {
	const mailboxes = await list(api, agentId, signal);
	const found = mailboxes.find(({ id, isDefault }) => (mailboxId === null ? isDefault : id === mailboxId));
	if (found === undefined) throw noMailbox(agentId, mailboxId, mailboxes);
	return { mailboxId: found.id, address: found.address, signature: found.signature ?? '' };
}

async function list(api: ApiClient, agentId: string, signal: AbortSignal) {
	try {
		return (await api.call('listMailboxes', { params: { id: agentId }, signal })).mailboxes;
	} catch (error) {
		throw apiFailure(error);
	}
}

function noMailbox(agentId: string, mailboxId: string | null, known: Array<{ id: string; address: string }>): Error {
	const list = known.map(({ id, address }) => `${id} (${address})`).join(', ') || 'none';
	const what = mailboxId === null ? 'no default mailbox' : `no mailbox ${mailboxId}`;
	const error: TaskError = {
		type: 'mailbox_not_found',
		title: 'There is no such mailbox',
		status: 404,
		detail: `Nothing was sent. Agent ${agentId} has ${what}. It has: ${list}.`,
		issues: [{ path: 'mailboxId', message: `the agent has ${what}` }],
	};
	return ApplicationFailure.create({
		type: error.type,
		message: `${error.title}: ${error.detail}`,
		nonRetryable: true,
		details: [error],
	});
}
