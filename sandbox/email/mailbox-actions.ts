import { randomBytes, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { MailboxActionBody, mailboxSettingsSchema } from '../../api';
import type { Agent } from '../database/agents-repository';
import type { StoredMailbox } from '../database/mailboxes-repository';
import type { Repositories } from '../database/repositories';
import type { SqlDatabase } from '../database/sql-database';
import type { JobRunner } from '../runtime/job-runner';
import { emailProblems } from './email-problems';
import { checkTools, describeSetup, type EmailAllowance, MAILBOX_TOOLS, type Mailboxes } from './mailboxes';
import { SEND_EMAIL_JOB } from './outgoing-queue';
import type { TestMails } from './test-mails';

export interface MailboxActionsServices {
	database: SqlDatabase;
	repositories: Repositories;
	allowance: EmailAllowance;
	mailboxes: Mailboxes;
	testMails: TestMails;
	jobs: JobRunner;
}

/**
 * The actions of POST /agents/{id}/email (specification, part 4). activate turns a pending mailbox active, once mail
 * has arrived there. disconnect pauses a mailbox, and reconnect restores its earlier status. A repeated action leads to
 * the same state.
 */
export class MailboxActions {
	constructor(private readonly services: MailboxActionsServices) {}

	/** @throws ApiProblem not_found, and those of email-problems.ts */
	async act(agent: Agent, body: MailboxActionBody) {
		if (body.action === 'create') return describeSetup(this.create(agent, body.address, body.name));
		const { mailboxes, testMails } = this.services;
		const mailbox = mailboxes.find(agent, body.mailboxId);
		switch (body.action) {
			case 'check':
				return describeSetup(mailbox);
			case 'test-forwarding':
				await testMails.testForwarding(mailbox);
				return describeSetup(mailboxes.find(agent, mailbox.id));
			case 'test-sending':
				await testMails.testSending(mailbox);
				return describeSetup(mailboxes.find(agent, mailbox.id));
			case 'activate':
				return describeSetup(this.activate(mailbox));
			case 'disconnect':
				return describeSetup(this.change(mailbox, { status: 'disconnected' }));
			case 'reconnect':
				return describeSetup(this.reconnect(mailbox));
			case 'update':
				return describeSetup(this.update(mailbox, body.settings));
			case 'mail-from':
				return describeSetup(this.change(mailbox, { mailFrom: body.enabled }));
		}
	}

	/** The first mailbox of an agent is its default sender. */
	private create(agent: Agent, address: string, name: string): StoredMailbox {
		const { database, repositories, allowance } = this.services;
		return database.transaction(() => {
			if (repositories.mailboxes.findByAddress(address)) throw emailProblems.addressTaken(address);
			allowance.requireMailbox();
			const now = new Date().toISOString();
			const mailbox: StoredMailbox = {
				id: `mbx_${randomUUID()}`,
				agentId: agent.id,
				address,
				name,
				status: 'pending',
				isDefault: repositories.mailboxes.ofAgent(agent.id).every(({ isDefault }) => !isDefault),
				aiEnabled: true,
				instructions: '',
				signature: '',
				toolAllowlist: MAILBOX_TOOLS.map((tool) => tool.name),
				mailFrom: false,
				forwardingToken: randomBytes(16).toString('hex'),
				activatedAt: null,
				receivingVerifiedAt: null,
				lastReceivedAt: null,
				testSentAt: null,
				createdAt: now,
				updatedAt: now,
			};
			repositories.mailboxes.insert(mailbox);
			return mailbox;
		});
	}

	private activate(mailbox: StoredMailbox): StoredMailbox {
		if (mailbox.status === 'disconnected') throw emailProblems.mailboxDisconnected(mailbox);
		if (mailbox.receivingVerifiedAt === null) throw emailProblems.forwardingNotVerified(mailbox);
		const activatedAt = mailbox.activatedAt ?? new Date().toISOString();
		return this.change(mailbox, { status: 'active', activatedAt });
	}

	/** Sends the mail that was queued during the disconnection. */
	private reconnect(mailbox: StoredMailbox): StoredMailbox {
		if (mailbox.status !== 'disconnected') return mailbox;
		const { database, repositories, jobs } = this.services;
		return database.transaction(() => {
			const waiting = repositories.emailDeliveries.unsentOfMailbox(mailbox.id);
			for (const { id } of waiting) jobs.add(SEND_EMAIL_JOB, id);
			return this.change(mailbox, { status: mailbox.activatedAt === null ? 'pending' : 'active' });
		});
	}

	private update(mailbox: StoredMailbox, settings: z.infer<typeof mailboxSettingsSchema>): StoredMailbox {
		checkTools(settings.toolAllowlist ?? []);
		return this.services.database.transaction(() => {
			if (settings.isDefault === true) this.services.repositories.mailboxes.clearDefault(mailbox.agentId);
			return this.change(mailbox, settings);
		});
	}

	private change(mailbox: StoredMailbox, change: Partial<StoredMailbox>): StoredMailbox {
		const changed = { ...mailbox, ...change, updatedAt: new Date().toISOString() };
		this.services.repositories.mailboxes.update(changed);
		return changed;
	}
}
