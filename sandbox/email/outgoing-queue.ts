import { randomUUID } from 'node:crypto';
import type { AiStatus } from '../database/email-repository';
import type { StoredMailbox } from '../database/mailboxes-repository';
import type { Repositories } from '../database/repositories';
import type { JobRunner } from '../runtime/job-runner';
import { domainOf } from './addresses';
import type { EmailAllowance } from './mailboxes';

export const SEND_EMAIL_JOB = 'send-email';

export interface NewOutgoing {
	conversationId: string;
	mailbox: StoredMailbox;
	author: 'teammate' | 'assistant';
	subject: string;
	content: string;
	to: string[];
	cc: string[];
	aiStatus?: AiStatus;
	sources?: { title: string; url: string | null }[];
}

/** The durable queue of outgoing mail. Queued mail survives the process and is sent once. */
export class OutgoingQueue {
	constructor(
		private readonly repositories: Repositories,
		private readonly allowance: EmailAllowance,
		private readonly jobs: JobRunner,
	) {}

	/**
	 * Queues a message with all data for sending. Call it inside a transaction.
	 *
	 * @throws ApiProblem email_allowance_exhausted
	 */
	add({ conversationId, mailbox, author, content, aiStatus, sources, ...headers }: NewOutgoing) {
		const { messages, emailMessages, emailDeliveries, emailRecipients } = this.repositories;
		const addresses = [...headers.to, ...headers.cc];
		this.allowance.requireRecipients(addresses.length);
		const createdAt = new Date().toISOString();
		const id = randomUUID();
		const [messageId, deliveryId] = [`emsg_${id}`, `edlv_${id}`];
		emailMessages.insert({
			...headers,
			id: messageId,
			messageId: messages.insert({ conversationId, role: author, content, sources, createdAt }),
			conversationId,
			direction: 'out',
			signature: mailbox.signature,
			headerId: `<${id}@${domainOf(mailbox.address)}>`,
			reviewReason: null,
			aiStatus: aiStatus ?? null,
			createdAt,
		});
		emailDeliveries.insert({
			id: deliveryId,
			emailMessageId: messageId,
			conversationId,
			mailboxId: mailbox.id,
			createdAt,
		});
		emailRecipients.insert(deliveryId, addresses);
		this.jobs.add(SEND_EMAIL_JOB, deliveryId);
		return { deliveryId, messageId, status: 'queued' };
	}
}
