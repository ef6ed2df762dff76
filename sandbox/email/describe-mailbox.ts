import { digestOf } from '../keys/digest';
import type { StoredMailbox } from '../database/mailboxes-repository';
import { domainOf, forwardingAddressOf } from './addresses';

/** A mailbox as the API shows it (specification, part 2). */
export function describeMailbox(mailbox: StoredMailbox) {
	return {
		id: mailbox.id,
		chatbotId: mailbox.agentId,
		domainId: `dom_${digestOf(domainOf(mailbox.address)).slice(0, 16)}`,
		address: mailbox.address,
		receivingMode: 'forwarding',
		name: mailbox.name,
		status: mailbox.status,
		isDefault: mailbox.isDefault,
		aiEnabled: mailbox.aiEnabled,
		instructions: mailbox.instructions,
		signature: mailbox.signature,
		toolAllowlist: mailbox.toolAllowlist,
		receivingVerifiedAt: mailbox.receivingVerifiedAt,
		lastReceivedAt: mailbox.lastReceivedAt,
		testSentAt: mailbox.testSentAt,
		createdAt: mailbox.createdAt,
		updatedAt: mailbox.updatedAt,
	};
}

/** What an action answers; the specification does not show it. */
export function describeSetup(mailbox: StoredMailbox) {
	return {
		mailbox: describeMailbox(mailbox),
		setup: {
			forwardingAddress: forwardingAddressOf(mailbox.id),
			receivingVerified: mailbox.receivingVerifiedAt !== null,
			sendingTested: mailbox.testSentAt !== null,
			mailFrom: { enabled: mailbox.mailFrom, address: envelopeSenderOf(mailbox) },
		},
	};
}

/** Where bounces of a mailbox's mail go: to itself, or to a domain of its own. */
export function envelopeSenderOf({ address, mailFrom }: Pick<StoredMailbox, 'address' | 'mailFrom'>): string {
	return mailFrom ? `bounces@mail.${domainOf(address)}` : address;
}
