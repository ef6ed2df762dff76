import { activityInfo } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { ApiClient } from '../../../api';
import type { CreateConversation, ProposeDraft, QueueReply } from '../../../workflows/email/activities';
import type { Keyring } from '../../temporal/keyring';
import { stepKey } from '../../temporal/step-key';
import { apiFailure } from '../task/api-failure';

/** Asks the agent for a text, in a conversation of its own. The same message id costs one credit. */
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

/** Makes an empty conversation; nothing is sent. @returns its session id */
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

/** Queues the approved mail. To and CC are always named, so that nobody else gets it. @returns the delivery's id */
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

/** A final refusal says which try it met: what came before it may have had its effect. */
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
