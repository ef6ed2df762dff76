import { isDeepStrictEqual } from 'node:util';
import { type EmailReplyBody, LIMITS } from '../../api';
import type { Agent } from '../database/agents-repository';
import type { StoredMailbox } from '../database/mailboxes-repository';
import type { Repositories } from '../database/repositories';
import { problems } from '../problems/problems';
import { distinct, sameAddress } from './addresses';
import { type MailPreview, replySubject, textWithSignature } from './compose-mail';
import type { EmailConversations } from './email-conversations';
import { emailProblems } from './email-problems';
import type { Idempotency } from './idempotency';
import type { Mailboxes } from './mailboxes';
import type { OutgoingQueue } from './outgoing-queue';

export interface EmailRepliesServices {
	repositories: Repositories;
	mailboxes: Mailboxes;
	conversations: EmailConversations;
	queue: OutgoingQueue;
	idempotency: Idempotency;
}

interface PreparedReply {
	mailbox: StoredMailbox;
	subject: string;
	content: string;
	to: string[];
	cc: string[];
}

/** Replies of teammates (specification, part 4). */
export class EmailReplies {
	constructor(private readonly services: EmailRepliesServices) {}

	/**
	 * Queues a reply and pauses automatic ones. If the conversation has a mailbox, it keeps it.
	 *
	 * @param authorized the mail that a person authorized; if the mail has changed since then, nothing is queued
	 * @throws ApiProblem not_found, invalid_request, and those of email-problems.ts
	 */
	queue(agent: Agent, body: EmailReplyBody, authorized?: MailPreview) {
		return this.services.idempotency.once(scopeOf(agent, body), inputOf(body), () => {
			const { thread, mailbox, ...message } = this.prepare(agent, body);
			if (authorized && !isDeepStrictEqual(describe({ mailbox, ...message }), authorized))
				throw emailProblems.changedSinceAuthorized();
			const { conversationId } = thread;
			const queued = this.services.queue.add({ conversationId, mailbox, author: 'teammate', ...message });
			const change = { aiPaused: true, mailboxId: mailbox.id };
			this.services.repositories.emailThreads.change(conversationId, change, new Date().toISOString());
			return queued;
		});
	}

	/**
	 * The earlier response of `queue` to the same request, if there is one.
	 *
	 * @throws ApiProblem idempotency_key_reused
	 */
	answered(agent: Agent, body: EmailReplyBody) {
		return this.services.idempotency.known(scopeOf(agent, body), inputOf(body));
	}

	/** The mail that `queue` would send now. @throws as `queue` */
	preview(agent: Agent, body: EmailReplyBody): MailPreview {
		return describe(this.prepare(agent, body));
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

const scopeOf = ({ id }: Agent, { idempotencyKey }: EmailReplyBody) => ({
	agentId: id,
	operation: 'reply',
	key: idempotencyKey,
});

/** The input that a retry must not change. */
const inputOf = ({ sessionId, content, to, cc, subject, mailboxId }: EmailReplyBody) => [
	sessionId,
	content,
	to,
	cc,
	subject,
	mailboxId,
];

const describe = ({ mailbox, subject, content, to, cc }: PreparedReply): MailPreview => ({
	from: mailbox.address,
	to,
	cc,
	subject,
	text: textWithSignature(content, mailbox.signature),
});

export interface Recipients {
	to: string[];
	cc: string[];
}

/**
 * The recipients of a reply: the given ones, else the approved participants, without duplicates.
 *
 * @throws ApiProblem invalid_request for no recipient, or for more than ten
 */
function replyRecipients({ to, cc }: Pick<EmailReplyBody, 'to' | 'cc'>, approved: Recipients): Recipients {
	const chosenTo = distinct(to ?? approved.to);
	const chosenCc = distinct(cc ?? approved.cc).filter((address) => !chosenTo.some((one) => sameAddress(one, address)));
	if (chosenTo.length === 0) {
		throw problems.invalidRequest('A reply needs a recipient in To.', [
			{ path: 'to', message: 'is empty: omit it to use the approved participants' },
		]);
	}
	if (chosenTo.length + chosenCc.length > LIMITS.emailRecipients) {
		throw problems.invalidRequest(
			'With the approved participants of this conversation, the reply has too many recipients.',
			[
				{
					path: cc === undefined ? 'cc' : 'to',
					message: `is missing, so the approved participants count too: at most ${LIMITS.emailRecipients} addresses across to and cc`,
				},
			],
		);
	}
	return { to: chosenTo, cc: chosenCc };
}
