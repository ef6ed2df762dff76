import type { MailboxList } from '../../api';
import type { SqlDatabase } from '../database/sql-database';
import { problems } from '../problems/problems';
import type { Repositories } from '../database/repositories';
import type { Agent } from '../database/agents-repository';
import type { StoredMailbox } from '../database/mailboxes-repository';
import type { EmailAllowance } from './allowance';
import { describeMailbox } from './describe-mailbox';
import { emailProblems } from './email-problems';
import { MAILBOX_TOOLS } from './mailbox-tools';

/** The mailboxes of agents: which there are, which one sends (specification, parts 2 to 4). */
export class Mailboxes {
	constructor(
		private readonly database: SqlDatabase,
		private readonly repositories: Repositories,
		private readonly allowance: EmailAllowance,
	) {}

	/** @param mailboxId only this one @throws ApiProblem not_found */
	list(agent: Agent, mailboxId?: string): MailboxList {
		const mailboxes =
			mailboxId === undefined ? this.repositories.mailboxes.ofAgent(agent.id) : [this.find(agent, mailboxId)];
		return {
			mailboxes: mailboxes.map(describeMailbox),
			allowance: this.allowance.describe(),
			tools: [...MAILBOX_TOOLS],
		};
	}

	/** @throws ApiProblem not_found */
	find(agent: Agent, mailboxId: string): StoredMailbox {
		const mailbox = this.repositories.mailboxes.find(mailboxId);
		if (mailbox?.agentId !== agent.id) throw problems.notFound('mailbox');
		return mailbox;
	}

	/**
	 * The mailbox that is to send: the one named, else the agent's default.
	 *
	 * @throws ApiProblem not_found, mailbox_not_active, no_default_sender
	 */
	sender(agent: Agent, mailboxId: string | null | undefined): StoredMailbox {
		if (mailboxId === null || mailboxId === undefined) {
			const mailbox = this.repositories.mailboxes.ofAgent(agent.id).find(({ isDefault }) => isDefault);
			if (mailbox?.status !== 'active') throw emailProblems.noDefaultSender();
			return mailbox;
		}
		const mailbox = this.find(agent, mailboxId);
		if (mailbox.status !== 'active') throw emailProblems.mailboxNotActive(mailbox);
		return mailbox;
	}

	/** For ever: what is queued is cancelled, its allowance returned; conversations stay. @throws ApiProblem not_found */
	delete(agent: Agent, mailboxId: string): MailboxList {
		const { mailboxes, emailDeliveries, emailRecipients } = this.repositories;
		return this.database.transaction(() => {
			const mailbox = this.find(agent, mailboxId);
			const now = new Date().toISOString();
			for (const { id } of emailDeliveries.unsentOfMailbox(mailbox.id)) {
				emailRecipients.move(id, ['waiting', 'deferred'], 'cancelled', now);
			}
			mailboxes.delete(mailbox.id);
			return this.list(agent);
		});
	}
}
