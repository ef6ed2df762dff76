import type { EmailDeliveriesRepository } from '../database/deliveries-repository';
import type { EmailMessagesRepository } from '../database/email-repository';
import type { SqlDatabase } from '../database/sql-database';
import type { Clock } from '../runtime/clock';
import type { JobKind, JobRunner } from '../runtime/job-runner';
import { composeMail, textWithSignature } from './compose-mail';
import type { Attempt, DeliveryAttempts } from './delivery-attempts';
import { envelopeSenderOf } from './mailboxes';
import { SEND_EMAIL_JOB } from './outgoing-queue';
import type { MailTransport } from './smtp-client';

/** Time that mail stays queued, in seconds of the sandbox's clock: long enough to see `queued` and to cancel it. */
const QUEUED_SECONDS = 2;

/** Sends queued mail, with one attempt per delivery. */
export class SendEmailJob implements JobKind {
	readonly concurrency = 32;
	/**
	 * After a reconnect there may be a second job for a delivery in progress. That job must not treat it as
	 * interrupted.
	 */
	private readonly inProgress = new Set<string>();

	constructor(
		private readonly attempts: DeliveryAttempts,
		private readonly transport: MailTransport,
		private readonly messages: EmailMessagesRepository,
		private readonly clock: Clock,
	) {}

	async run(deliveryId: string, signal: AbortSignal): Promise<void> {
		await this.clock.pause(QUEUED_SECONDS, signal);
		if (this.inProgress.has(deliveryId)) return;
		this.inProgress.add(deliveryId);
		try {
			const attempt = this.attempts.begin(deliveryId, this.transport.via);
			if (attempt) this.attempts.end(attempt, await this.send(attempt, signal));
		} finally {
			this.inProgress.delete(deliveryId);
		}
	}

	giveUp(deliveryId: string): void {
		this.attempts.giveUp(deliveryId);
	}

	private async send({ message, mailbox, addresses }: Attempt, signal: AbortSignal) {
		const { headerId, subject, to, cc, createdAt, conversationId, messageId } = message;
		const references = this.messages
			.ofConversation(conversationId)
			.filter((earlier) => earlier.messageId < messageId)
			.map((earlier) => earlier.headerId);
		const raw = await composeMail({
			from: { name: mailbox.name, address: mailbox.address },
			to,
			cc,
			subject,
			text: textWithSignature(message.content, message.signature ?? mailbox.signature),
			headerId,
			createdAt,
			references,
			headers: message.aiStatus === 'generated' ? { 'Auto-Submitted': 'auto-replied' } : {},
		});
		return this.transport.send({ from: envelopeSenderOf(mailbox), to: addresses }, raw, signal);
	}
}

/** Pause before the second attempt, in seconds of the sandbox's clock; each further one is twice as long. */
const FIRST_PAUSE_SECONDS = 60;

/** Waits until deferred mail is due again. */
export class RetryEmailJob implements JobKind {
	/** These jobs only wait. */
	readonly concurrency = 10_000;

	constructor(
		private readonly database: SqlDatabase,
		private readonly deliveries: EmailDeliveriesRepository,
		private readonly clock: Clock,
		private readonly jobs: JobRunner,
		private readonly attempts: DeliveryAttempts,
	) {}

	async run(deliveryId: string, signal: AbortSignal): Promise<void> {
		const attempts = this.deliveries.find(deliveryId)?.attempts ?? 1;
		await this.clock.pause(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), signal);
		this.database.transaction(() => this.jobs.add(SEND_EMAIL_JOB, deliveryId));
	}

	giveUp(deliveryId: string): void {
		this.attempts.giveUp(deliveryId);
	}
}
