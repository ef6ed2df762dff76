import type { ApiClient, EmailConversation } from '../../../api';
import type { FindReply, ThreadSnapshot } from '../../../workflows/email/activities';
import { apiFailure } from '../task/api-failure';

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

/** Its mailbox, and the ids of what is in it. */
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
 * The one delivery that came since, when the one message that came since goes to just the same addresses. Two of them,
 * or a message to others, may be a colleague's or the agent's own: then a person has to look.
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
