import type { EmailReplyBody } from '../../api';
import type { Repositories } from '../repositories';
import type { Agent } from '../repositories/agents-repository';
import type { EmailConversations } from './email-conversations';
import type { Idempotency } from './idempotency';
import type { MailPreview } from './mail-preview';
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
			const { thread, mailbox, ...message } = this.prepare(agent, body);
			const { conversationId } = thread;
			const queued = this.services.queue.add({ conversationId, mailbox, author: 'teammate', ...message });
			const change = { aiPaused: true, mailboxId: mailbox.id };
			this.services.repositories.emailThreads.change(conversationId, change, new Date().toISOString());
			return queued;
		});
	}

	/** What `queue` would send now. @throws as `queue` */
	preview(agent: Agent, body: EmailReplyBody): MailPreview {
		const { mailbox, subject, content, to, cc } = this.prepare(agent, body);
		return { from: mailbox.address, subject, content, to, cc };
	}

	private prepare(agent: Agent, { sessionId, content, subject, mailboxId, ...recipients }: EmailReplyBody) {
		const { mailboxes, conversations, repositories } = this.services;
		const thread = conversations.find(agent, sessionId);
		if (mailboxId !== undefined) mailboxes.find(agent, mailboxId);
		const isFirst = repositories.emailMessages.ofConversation(thread.conversationId).length === 0;
		return {
			thread,
			mailbox: mailboxes.sender(agent, thread.mailboxId ?? mailboxId),
			subject: subject ?? (isFirst ? thread.subject : replySubject(thread.subject)),
			content,
			...replyRecipients(recipients, thread),
		};
	}
}
