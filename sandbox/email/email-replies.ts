import type { EmailReplyBody } from '../../api';
import type { Repositories } from '../repositories';
import type { Agent } from '../repositories/agents-repository';
import type { EmailConversations } from './email-conversations';
import type { Idempotency } from './idempotency';
import type { Mailboxes } from './mailboxes';
import type { OutgoingQueue } from './outgoing/outgoing-queue';
import { replyRecipients } from './reply-recipients';
import { replySubject } from './reply-subject';

export interface EmailRepliesServices {
	repositories: Repositories;
	mailboxes: Mailboxes;
	conversations: EmailConversations;
	queue: OutgoingQueue;
	idempotency: Idempotency;
}

/** Replies of teammates (specification, part 4). */
export class EmailReplies {
	constructor(private readonly services: EmailRepliesServices) {}

	/**
	 * Queues a reply, and pauses automatic ones. A conversation that is bound to a mailbox keeps it.
	 *
	 * @throws ApiProblem not_found, invalid_request, and those of email-problems.ts
	 */
	queue(agent: Agent, body: EmailReplyBody) {
		const { sessionId, content, to, cc, subject, mailboxId, idempotencyKey: key } = body;
		const scope = { agentId: agent.id, operation: 'reply', key };
		return this.services.idempotency.once(scope, [sessionId, content, to, cc, subject, mailboxId], () => {
			const { mailboxes, conversations, queue, repositories } = this.services;
			const thread = conversations.find(agent, sessionId);
			if (mailboxId !== undefined) mailboxes.find(agent, mailboxId);
			const mailbox = mailboxes.sender(agent, thread.mailboxId ?? mailboxId);
			const { conversationId } = thread;
			const isFirst = repositories.emailMessages.ofConversation(conversationId).length === 0;
			const queued = queue.add({
				conversationId,
				mailbox,
				author: 'teammate',
				subject: subject ?? (isFirst ? thread.subject : replySubject(thread.subject)),
				content,
				...replyRecipients({ to, cc }, thread),
			});
			const change = { aiPaused: true, mailboxId: mailbox.id };
			repositories.emailThreads.change(conversationId, change, new Date().toISOString());
			return queued;
		});
	}
}
