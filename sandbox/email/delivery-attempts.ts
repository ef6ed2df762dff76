import type { StoredDelivery, StoredRecipient, Via } from '../database/deliveries-repository';
import type { StoredEmailMessage } from '../database/email-repository';
import type { StoredMailbox } from '../database/mailboxes-repository';
import type { Repositories } from '../database/repositories';
import type { SqlDatabase } from '../database/sql-database';
import type { JobRunner } from '../runtime/job-runner';
import { sameAddress } from './addresses';
import type { SendResult } from './smtp-client';

export const RETRY_EMAIL_JOB = 'retry-email';

/** After this many attempts a deferred address counts as bounced. */
const MAX_ATTEMPTS = 5;
const RESPONSE_LOST =
	'The last response of the mail server was lost. Search for the Message-ID there before you send the mail again.';

export interface Attempt {
	delivery: StoredDelivery;
	message: StoredEmailMessage;
	mailbox: StoredMailbox;
	/** The addresses this attempt is for. */
	addresses: string[];
}

/**
 * Records every attempt before it starts and its result afterwards, so that no address gets a message twice. After a
 * crash, it looks up an open attempt in the sandbox's own mail server. For any other server the outcome is uncertain.
 */
export class DeliveryAttempts {
	constructor(
		private readonly database: SqlDatabase,
		private readonly repositories: Repositories,
		private readonly jobs: JobRunner,
	) {}

	/** Null if there is nothing to send: sent, cancelled, or the mailbox is disconnected. */
	begin(deliveryId: string, via: Via): Attempt | null {
		const { emailDeliveries, emailMessages, emailRecipients, mailboxes } = this.repositories;
		return this.database.transaction(() => {
			const delivery = emailDeliveries.find(deliveryId);
			const message = delivery && emailMessages.find(delivery.emailMessageId);
			if (!message) return null;
			this.resolveInterrupted(delivery, message.headerId);
			const mailbox = delivery.mailboxId === null ? undefined : mailboxes.find(delivery.mailboxId);
			if (!mailbox) this.cancelUnsent(deliveryId);
			if (mailbox?.status !== 'active') return null;
			const addresses = this.inState(deliveryId, 'waiting', 'deferred').map(({ address }) => address);
			if (addresses.length === 0) return null;
			emailRecipients.move(deliveryId, ['waiting', 'deferred'], 'attempting', now());
			emailDeliveries.countAttempt(deliveryId, via);
			return { delivery: { ...delivery, attempts: delivery.attempts + 1, via }, message, mailbox, addresses };
		});
	}

	/** Records the result of an attempt. Deferred addresses get a retry later. */
	end({ delivery, addresses }: Attempt, result: SendResult): void {
		const { emailDeliveries, emailRecipients } = this.repositories;
		this.database.transaction(() => {
			for (const address of addresses) {
				emailRecipients.set(delivery.id, { ...outcomeFor(address, result, delivery), address, occurredAt: now() });
			}
			if (emailDeliveries.find(delivery.id)?.mailboxId === null) this.cancelUnsent(delivery.id);
			else if (this.inState(delivery.id, 'deferred').length > 0) this.jobs.add(RETRY_EMAIL_JOB, delivery.id);
		});
	}

	/** After an unexpected error: the mail may or may not have been sent. */
	giveUp(deliveryId: string): void {
		for (const recipient of this.inState(deliveryId, 'waiting', 'attempting', 'deferred')) {
			const state = recipient.state === 'attempting' ? 'uncertain' : 'bounced';
			const reason = 'It could not be sent because of an internal error.';
			this.repositories.emailRecipients.set(deliveryId, { ...recipient, state, reason, occurredAt: now() });
		}
	}

	/** The sandbox's own server died with the sending process. Mail that it had not stored is lost. */
	private resolveInterrupted({ id, via }: StoredDelivery, headerId: string): void {
		const { emailRecipients, receivedMail } = this.repositories;
		const kept = receivedMail.recipientsOf(headerId);
		for (const recipient of this.inState(id, 'attempting')) {
			const occurredAt = now();
			if (via !== 'sandbox')
				emailRecipients.set(id, { ...recipient, state: 'uncertain', reason: RESPONSE_LOST, occurredAt });
			else if (kept.some((address) => sameAddress(address, recipient.address)))
				emailRecipients.set(id, { ...recipient, state: 'delivered', occurredAt });
			else emailRecipients.set(id, { ...recipient, state: 'waiting', occurredAt: null });
		}
	}

	private cancelUnsent(deliveryId: string): void {
		this.repositories.emailRecipients.move(deliveryId, ['waiting', 'deferred'], 'cancelled', now());
	}

	private inState(deliveryId: string, ...states: StoredRecipient['state'][]): StoredRecipient[] {
		return this.repositories.emailRecipients.ofDelivery(deliveryId).filter(({ state }) => states.includes(state));
	}
}

function outcomeFor(
	address: string,
	result: SendResult,
	{ attempts, via }: StoredDelivery,
): Pick<StoredRecipient, 'state' | 'reason'> {
	const later = (reason: string | null) =>
		attempts < MAX_ATTEMPTS
			? ({ state: 'deferred', reason } as const)
			: ({ state: 'bounced', reason: `The sandbox stopped after ${attempts} attempts. ${reason}` } as const);
	if (result.kind === 'not-sent') return later(result.reason);
	const answer = result.kind === 'answered' ? result.answers.find((each) => each.address === address) : undefined;
	switch (answer?.answer) {
		case 'accepted':
			return { state: via === 'sandbox' ? 'delivered' : 'sent', reason: null };
		case 'refused':
			return { state: 'bounced', reason: answer.reason };
		case 'deferred':
			return later(answer.reason);
		case undefined:
			return { state: 'uncertain', reason: RESPONSE_LOST };
	}
}

const now = (): string => new Date().toISOString();
