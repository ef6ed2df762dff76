import { randomUUID } from 'node:crypto';
import type { StoredMailbox } from '../database/mailboxes-repository';
import type { Repositories } from '../database/repositories';
import { domainOf, OWNER_ADDRESS } from './addresses';
import { composeMail, type MailPreview } from './compose-mail';
import { emailProblems } from './email-problems';
import { envelopeSenderOf } from './mailboxes';
import type { MailTransport, SendResult } from './smtp-client';

const TEXT = 'This mail shows that the mailbox works. No reply is needed.';

/** Carries a mailbox's token through its provider and back. */
export const FORWARDING_TEST_HEADER = 'X-Forwarding-Test';

/**
 * The two actions that send real mail to test a mailbox. Each sends once, while the caller waits, and uses no
 * allowance.
 */
export class TestMails {
	constructor(
		private readonly repositories: Repositories,
		private readonly transport: MailTransport,
	) {}

	/** The mail that an action would send. */
	preview({ address }: StoredMailbox, action: 'test-forwarding' | 'test-sending'): MailPreview {
		const [to, subject] =
			action === 'test-forwarding' ? [address, 'Forwarding test'] : [OWNER_ADDRESS, `Test mail from ${address}`];
		return { from: address, to: [to], cc: [], subject, text: TEXT };
	}

	/**
	 * Sends mail to the mailbox. Receiving is verified when the mail comes back.
	 *
	 * @throws ApiProblem mailbox_disconnected, test_mail_failed
	 */
	async testForwarding(mailbox: StoredMailbox): Promise<void> {
		const headers = { [FORWARDING_TEST_HEADER]: mailbox.forwardingToken };
		await this.send(mailbox, this.preview(mailbox, 'test-forwarding'), headers);
	}

	/** Sends mail from the mailbox to the account's owner. @throws ApiProblem mailbox_disconnected, test_mail_failed */
	async testSending(mailbox: StoredMailbox): Promise<void> {
		await this.send(mailbox, this.preview(mailbox, 'test-sending'));
		const { mailboxes } = this.repositories;
		const current = mailboxes.find(mailbox.id);
		const now = new Date().toISOString();
		if (current) mailboxes.update({ ...current, testSentAt: now, updatedAt: now });
	}

	private async send(mailbox: StoredMailbox, mail: MailPreview, headers?: Record<string, string>) {
		if (mailbox.status === 'disconnected') throw emailProblems.mailboxDisconnected(mailbox);
		const raw = await composeMail({
			from: { name: mailbox.name, address: mailbox.address },
			to: mail.to,
			subject: mail.subject,
			text: mail.text,
			headerId: `<${randomUUID()}@${domainOf(mailbox.address)}>`,
			createdAt: new Date().toISOString(),
			headers: { 'Auto-Submitted': 'auto-generated', ...headers },
		});
		const envelope = { from: envelopeSenderOf(mailbox), to: mail.to };
		// Nothing aborts it; the timeouts of the connection end it.
		const result = await this.transport.send(envelope, raw, new AbortController().signal);
		const reason = reasonOf(result);
		if (reason !== null)
			throw emailProblems.testMailFailed(mail.to.join(), reason ?? 'The mail server sent no response.');
	}
}

/** @returns null if it was accepted */
function reasonOf(result: SendResult): string | null | undefined {
	if (result.kind === 'answered') return result.answers[0]?.reason;
	if (result.kind === 'not-sent') return result.reason;
	return `The outcome is unknown: the mail server got the mail and did not confirm it (${result.reason}). Look into the mailbox before you send it again.`;
}
