import { randomUUID } from 'node:crypto';
import type { AddressObject, ParsedMail } from 'mailparser';
import { LIMITS } from '../../api';
import type { AiStatus, StoredThread } from '../database/email-repository';
import type { StoredMailbox } from '../database/mailboxes-repository';
import type { Repositories } from '../database/repositories';
import type { SqlDatabase } from '../database/sql-database';
import { cleanText } from '../documents/plain-text';
import type { JobRunner } from '../runtime/job-runner';
import { asciiAddress, distinct, mailboxOfForwardingAddress, sameAddress } from './addresses';
import { ANSWER_EMAIL_JOB } from './answer-email-job';
import type { ArrivedMail } from './own-mail-server';
import { FORWARDING_TEST_HEADER } from './test-mails';

/** Stores all mail that arrives, and adds mail for an active mailbox to its conversations. */
export class IncomingMail {
	constructor(
		private readonly database: SqlDatabase,
		private readonly repositories: Repositories,
		private readonly jobs: JobRunner,
	) {}

	async receive(arrived: ArrivedMail): Promise<void> {
		const mail = await readMail(arrived);
		this.database.transaction(() => {
			const receivedAt = new Date().toISOString();
			this.repositories.receivedMail.insert({ ...mail, messageId: mail.headerId, receivedAt });
			for (const mailbox of this.mailboxesFor(mail.rcptTo)) this.deliver(mailbox, mail, receivedAt);
		});
	}

	private mailboxesFor(rcptTo: string[]): StoredMailbox[] {
		const { mailboxes } = this.repositories;
		const found = rcptTo.flatMap((address) => {
			const id = mailboxOfForwardingAddress(address);
			return (id === undefined ? mailboxes.findByAddress(address) : mailboxes.find(id)) ?? [];
		});
		return [...new Map(found.map((mailbox) => [mailbox.id, mailbox])).values()];
	}

	private deliver(mailbox: StoredMailbox, mail: IncomingMessage, receivedAt: string): void {
		const { mailboxes, emailMessages } = this.repositories;
		if (mail.forwardingTest === mailbox.forwardingToken) {
			mailboxes.update({ ...mailbox, receivingVerifiedAt: receivedAt, lastReceivedAt: receivedAt });
			return;
		}
		const isBounceOrOwn = mail.mailFrom === '' || !mail.from || sameAddress(mail.from.address, mailbox.address);
		// A provider that lost the response forwards the same mail again.
		const isKnown = emailMessages.findByHeaders(mailbox.id, [mail.headerId]) !== undefined;
		if (mailbox.status !== 'active' || isBounceOrOwn || isKnown) return;
		mailboxes.update({ ...mailbox, lastReceivedAt: receivedAt });
		this.add(mailbox, this.threadFor(mailbox, mail, receivedAt), mail, receivedAt);
	}

	/** The conversation that the mail replies to, else a new one with its sender and the recipients of copies. */
	private threadFor(mailbox: StoredMailbox, mail: IncomingMessage, createdAt: string): StoredThread {
		const { conversations, emailThreads, emailMessages } = this.repositories;
		const answered = emailMessages.findByHeaders(mailbox.id, mail.references);
		const known = answered && emailThreads.find(answered.conversationId);
		if (known) return known;
		const conversationId = randomUUID();
		const sender = mail.from?.address ?? mail.mailFrom;
		conversations.insert({
			id: conversationId,
			agentId: mailbox.agentId,
			channel: 'email',
			createdAt,
			visitor: { visitorEmail: sender, visitorName: mail.from?.name ?? null },
		});
		emailThreads.insert({
			conversationId,
			mailboxId: mailbox.id,
			subject: mail.subject,
			to: [sender],
			cc: this.othersOf(mail, mailbox, [sender]).slice(0, LIMITS.emailRecipients - 1),
			updatedAt: createdAt,
		});
		const thread = emailThreads.find(conversationId);
		if (!thread) throw new Error(`The conversation ${conversationId} was not stored.`);
		return thread;
	}

	private add(mailbox: StoredMailbox, thread: StoredThread, mail: IncomingMessage, createdAt: string): void {
		const { conversations, messages, emailMessages, emailThreads } = this.repositories;
		const { conversationId } = thread;
		const id = `emsg_${randomUUID()}`;
		const reviewReason = this.reviewReason(mailbox, thread, mail);
		const aiStatus = aiStatusOf(mailbox, thread, mail, reviewReason);
		emailMessages.insert({
			id,
			messageId: messages.insert({ conversationId, role: 'visitor', content: mail.text, createdAt }),
			conversationId,
			direction: 'in',
			subject: mail.subject,
			signature: null,
			to: mail.to,
			cc: mail.cc,
			headerId: mail.headerId,
			reviewReason,
			aiStatus,
			createdAt,
		});
		conversations.setState(conversationId, 'open');
		emailThreads.change(conversationId, {}, createdAt);
		if (aiStatus === 'pending') this.jobs.add(ANSWER_EMAIL_JOB, id);
	}

	/** Only participants that a person approved get automatic replies. */
	private reviewReason(mailbox: StoredMailbox, { to, cc }: StoredThread, mail: IncomingMessage): string | null {
		const approved = [...to, ...cc];
		const isApproved = (address: string) => approved.some((known) => sameAddress(known, address));
		if (!isApproved(mail.from?.address ?? '')) return 'unapproved_sender';
		return this.othersOf(mail, mailbox, approved).length > 0 ? 'unapproved_recipients' : null;
	}

	private othersOf(mail: IncomingMessage, mailbox: StoredMailbox, known: string[]): string[] {
		const ours = [...known, mailbox.address];
		return distinct([...mail.to, ...mail.cc]).filter((address) => !ours.some((one) => sameAddress(one, address)));
	}
}

function aiStatusOf(
	mailbox: StoredMailbox,
	thread: StoredThread,
	mail: IncomingMessage,
	reviewReason: string | null,
): AiStatus {
	if (!mailbox.aiEnabled) return 'disabled';
	if (thread.aiPaused) return 'paused';
	if (mail.automated) return 'automated_mail';
	return reviewReason === null ? 'pending' : 'needs_review';
}

/** What the service needs from incoming mail. */
export interface IncomingMessage extends ArrivedMail {
	/** The Message-ID, with its angle brackets. */
	headerId: string;
	from: { address: string; name: string } | null;
	to: string[];
	cc: string[];
	subject: string;
	text: string;
	/** Message-IDs of the mails it replies to. */
	references: string[];
	/** Whether a program wrote it. A program never replies to another (RFC 3834). */
	automated: boolean;
	/** The token of a test of forwarding. */
	forwardingTest: string | null;
}

/** Parses a message in its wire format. Missing fields are empty. */
async function readMail(arrived: ArrivedMail): Promise<IncomingMessage> {
	// Loaded with the first mail, because loading takes a while.
	const { simpleParser } = await import('mailparser');
	const mail = await simpleParser(arrived.raw, { skipImageLinks: true });
	const [sender] = mail.from?.value ?? [];
	return {
		...arrived,
		headerId: mail.messageId ?? `<${randomUUID()}@no-message-id.invalid>`,
		from: sender?.address ? { address: asciiAddress(sender.address), name: cleanText(sender.name) } : null,
		to: addressesOf(mail.to),
		cc: addressesOf(mail.cc),
		subject: cleanText(mail.subject ?? ''),
		text: cleanText(mail.text ?? ''),
		references: [mail.references ?? [], mail.inReplyTo ?? []].flat(),
		automated: isAutomated(mail, arrived.mailFrom),
		forwardingTest: headerOf(mail, FORWARDING_TEST_HEADER),
	};
}

function isAutomated(mail: ParsedMail, mailFrom: string): boolean {
	const submitted = headerOf(mail, 'auto-submitted') ?? 'no';
	return mailFrom === '' || submitted !== 'no' || /^(bulk|list|junk)$/.test(headerOf(mail, 'precedence') ?? '');
}

function headerOf(mail: ParsedMail, name: string): string | null {
	const value = mail.headers.get(name.toLowerCase());
	return typeof value === 'string' ? value.toLowerCase() : null;
}

function addressesOf(field: AddressObject | AddressObject[] | undefined): string[] {
	const entries = [field ?? []].flat().flatMap(({ value }) => value.flatMap((each) => [each, ...(each.group ?? [])]));
	return distinct(entries.flatMap(({ address }) => (address ? asciiAddress(address) : [])));
}
