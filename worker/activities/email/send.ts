import { activityInfo } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { ApiClient, EmailConversation } from '../../../api';
import type {
	CreateConversation,
	FindReply,
	ProposeDraft,
	QueueReply,
	ThreadSnapshot,
} from '../../../workflows/email/activities';
import type { Sender } from '../../../workflows/email/review-contract';
import type { TaskError } from '../../../workflows/task/failure';
import { type Keyring, stepKey } from '../../temporal/keyring';
import { apiFailure } from '../task/failure';

/** The mailbox with that id, or the default sender. @throws a final failure if there is none */
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

/** An email conversation as the service shows it. */
export async function readConversation(
	api: ApiClient,
	agentId: string,
	sessionId: string,
	signal: AbortSignal,
): Promise<EmailConversation> {
	try {
		return await api.call('getEmailConversation', { params: { id: agentId, sessionId }, signal });
	} catch (error) {
		throw apiFailure(error);
	}
}

/** The mailbox of a conversation, and the ids of its deliveries and messages. */
export async function readThread(
	api: ApiClient,
	agentId: string,
	sessionId: string,
	signal: AbortSignal,
): Promise<ThreadSnapshot> {
	const { thread, deliveries, messages } = await readConversation(api, agentId, sessionId, signal);
	return {
		mailboxId: thread.mailboxId ?? null,
		deliveries: deliveries.map(({ id }) => id),
		messages: messages.map(({ id }) => id),
	};
}

/**
 * The delivery of a reply whose response was lost: the only new delivery, if the only new message goes to exactly the
 * same addresses. Several new ones, or a message to other addresses, may come from a colleague or the agent. Then a
 * person has to look.
 * @returns null if that is not certain
 */
export async function findReply(api: ApiClient, reply: FindReply, signal: AbortSignal): Promise<string | null> {
	const { deliveries, messages } = await readConversation(api, reply.agentId, reply.sessionId, signal);
	return replyAmong(reply, deliveries, messages);
}

export function replyAmong(
	{ to, cc, known }: Pick<FindReply, 'to' | 'cc' | 'known'>,
	deliveries: ReadonlyArray<Pick<EmailConversation['deliveries'][number], 'id'>>,
	messages: ReadonlyArray<Pick<EmailConversation['messages'][number], 'id' | 'recipients'>>,
): string | null {
	const fresh = deliveries.filter(({ id }) => !known.deliveries.includes(id));
	const written = messages.filter(({ id }) => !known.messages.includes(id));
	const [delivery] = fresh;
	const [message] = written;
	if (delivery === undefined || message === undefined || fresh.length > 1 || written.length > 1) return null;
	const { recipients } = message;
	return sameAddresses(recipients.to, to) && sameAddresses(recipients.cc, cc) ? delivery.id : null;
}

function sameAddresses(some: readonly string[], others: readonly string[]): boolean {
	const sorted = (addresses: readonly string[]) =>
		addresses
			.map((address) => address.toLowerCase())
			.sort()
			.join();
	return sorted(some) === sorted(others);
}

/** Asks the agent for a text, in a separate conversation. A repeat with the same message id costs no second credit. */
export async function proposeDraft(
	api: ApiClient,
	keyring: Keyring,
	{ agentId, prompt, taskId, keyVersion }: ProposeDraft,
): Promise<string> {
	const clientMessageId = stepKey(keyring, { taskId, keyVersion, step: 'draft' });
	return tried(async () => {
		const { reply } = await api.call('chat', { params: { id: agentId }, body: { message: prompt, clientMessageId } });
		return reply;
	});
}

/** Creates an empty conversation and sends nothing. @returns its session id */
export async function createConversation(
	api: ApiClient,
	keyring: Keyring,
	{ agentId, email, subject, name, mailboxId, taskId, keyVersion }: CreateConversation,
): Promise<string> {
	const idempotencyKey = stepKey(keyring, { taskId, keyVersion, step: 'conversation' });
	const body = { email, subject, mailboxId, idempotencyKey, ...(name === null ? {} : { name }) };
	return tried(async () => {
		const { sessionId } = await api.call('createEmailConversation', { params: { id: agentId }, body });
		return sessionId;
	});
}

/**
 * Queues the approved mail. The request always names To and CC, so that nobody else gets it.
 * @returns the delivery's id
 */
export async function queueReply(
	api: ApiClient,
	keyring: Keyring,
	{ agentId, taskId, keyVersion, sessionId, to, cc, subject, content, mailboxId }: QueueReply,
): Promise<string> {
	const idempotencyKey = stepKey(keyring, { taskId, keyVersion, step: 'reply' });
	const body = { sessionId, to, cc, subject, content, mailboxId, idempotencyKey };
	return tried(async () => {
		const { deliveryId } = await api.call('queueEmailReply', { params: { id: agentId }, body });
		return deliveryId;
	});
}

/** Adds the number of the attempt to a final refusal: an earlier attempt may have had its effect. */
async function tried(call: () => Promise<string>): Promise<string> {
	try {
		return await call();
	} catch (error) {
		const failure = apiFailure(error);
		if (!(failure instanceof ApplicationFailure) || failure.nonRetryable !== true) throw failure;
		const { type, message, details } = failure;
		throw ApplicationFailure.create({
			...(type ? { type } : {}),
			message,
			nonRetryable: true,
			details: [details?.[0], activityInfo().attempt],
		});
	}
}
