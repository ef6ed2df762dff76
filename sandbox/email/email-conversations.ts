import { randomUUID } from 'node:crypto';
import type { EmailConversation, EmailConversationCreateBody } from '../../api';
import type { Agent } from '../database/agents-repository';
import type { RecipientState, StoredDelivery, StoredRecipient } from '../database/deliveries-repository';
import type { StoredThread } from '../database/email-repository';
import type { Repositories } from '../database/repositories';
import type { SqlDatabase } from '../database/sql-database';
import { problems } from '../problems/problems';
import { emailProblems } from './email-problems';
import type { Idempotency } from './idempotency';
import type { Mailboxes } from './mailboxes';

export interface EmailConversationsServices {
	database: SqlDatabase;
	repositories: Repositories;
	mailboxes: Mailboxes;
	idempotency: Idempotency;
}

/** Email conversations: conversations of the inbox with the channel email (specification, parts 2 to 4). */
export class EmailConversations {
	constructor(private readonly services: EmailConversationsServices) {}

	/** Creates an empty conversation and sends nothing. @throws ApiProblem not_found, and those of email-problems.ts */
	create(agent: Agent, body: EmailConversationCreateBody) {
		const { email, subject, name, mailboxId, idempotencyKey: key } = body;
		const scope = { agentId: agent.id, operation: 'conversation', key };
		return this.services.idempotency.once(scope, [email, subject, name, mailboxId], () => {
			const { conversations, emailThreads } = this.services.repositories;
			const mailbox = this.services.mailboxes.sender(agent, mailboxId);
			const createdAt = new Date().toISOString();
			const conversationId = randomUUID();
			const visitor = { visitorEmail: email, visitorName: name ?? null };
			conversations.insert({ id: conversationId, agentId: agent.id, channel: 'email', createdAt, visitor });
			emailThreads.insert({
				conversationId,
				mailboxId: mailbox.id,
				subject,
				to: [email],
				cc: [],
				updatedAt: createdAt,
			});
			return { sessionId: sessionIdOf(conversationId) };
		});
	}

	/** @throws ApiProblem not_found */
	find(agent: Agent, sessionId: string): StoredThread {
		const id = conversationIdOf(sessionId);
		const thread = id === null ? undefined : this.services.repositories.emailThreads.find(id);
		if (thread?.agentId !== agent.id) throw problems.notFound('email conversation');
		return thread;
	}

	/** Messages and deliveries oldest first. @throws ApiProblem not_found */
	read(agent: Agent, sessionId: string): EmailConversation {
		const { mailboxes, emailMessages, emailDeliveries, emailRecipients } = this.services.repositories;
		const { conversationId, agentId, mailboxId, to, cc, ...thread } = this.find(agent, sessionId);
		const mailbox = mailboxId === null ? undefined : mailboxes.find(mailboxId);
		return {
			thread: {
				sessionId: sessionIdOf(conversationId),
				chatbotId: agentId,
				mailboxId,
				recipients: { to, cc },
				aiPaused: thread.aiPaused,
				revision: thread.revision,
				createdAt: thread.createdAt,
				updatedAt: thread.updatedAt,
			},
			sender: mailbox ? { address: mailbox.address, name: mailbox.name } : null,
			deliveries: emailDeliveries
				.ofConversation(conversationId)
				.map((delivery) => describeDelivery(delivery, emailRecipients.ofDelivery(delivery.id))),
			messages: emailMessages.ofConversation(conversationId).map((message) => ({
				id: message.id,
				reviewReason: message.reviewReason,
				recipients: { to: message.to, cc: message.cc },
				aiStatus: message.aiStatus,
			})),
		};
	}

	/** @throws ApiProblem not_found, and ai_unavailable if there is nothing to resume */
	setAutoReplies(agent: Agent, sessionId: string, resume: boolean): { success: true } {
		this.services.database.transaction(() => {
			const { mailboxes, emailThreads } = this.services.repositories;
			const { conversationId, aiPaused, mailboxId } = this.find(agent, sessionId);
			const mailbox = mailboxId === null ? undefined : mailboxes.find(mailboxId);
			if (resume && mailbox?.aiEnabled !== true) throw emailProblems.aiUnavailable(mailbox);
			if (aiPaused !== resume) return;
			emailThreads.change(conversationId, { aiPaused: !resume }, new Date().toISOString());
		});
		return { success: true };
	}
}

/** States of addresses without an outcome. */
const OPEN: ReadonlySet<RecipientState> = new Set(['waiting', 'attempting']);

/** A delivery with the outcome for each address, as the API shows it (specification, part 2). */
function describeDelivery(delivery: StoredDelivery, recipients: StoredRecipient[]) {
	const failed = recipients.find(({ state, reason }) => reason !== null && !OPEN.has(state));
	return {
		id: delivery.id,
		status: statusOf(recipients.map(({ state }) => state)),
		error: failed ? `${failed.address}: ${failed.reason}` : null,
		createdAt: delivery.createdAt,
		outcomes: recipients
			.filter(({ state }) => !OPEN.has(state))
			.map(({ address, state, reason, occurredAt }) => ({ address, status: state, occurredAt, reason })),
	};
}

/** The most important status of all addresses. If their final outcomes differ, `partially_delivered`. */
function statusOf(states: RecipientState[]): RecipientState | 'queued' | 'sending' | 'partially_delivered' {
	if (states.includes('attempting')) return 'sending';
	if (states.includes('waiting')) return 'queued';
	if (states.includes('uncertain')) return 'uncertain';
	if (states.includes('deferred')) return 'deferred';
	const [first = 'cancelled', ...others] = new Set(states);
	return others.length === 0 ? first : 'partially_delivered';
}

const PREFIX = 'email:';

/** The session id of an email conversation is `email:<conversation id>` (specification, part 4). */
export const sessionIdOf = (conversationId: string): string => `${PREFIX}${conversationId}`;

/** Null for ids of another form. */
function conversationIdOf(sessionId: string): string | null {
	return sessionId.startsWith(PREFIX) ? sessionId.slice(PREFIX.length) : null;
}
