import type { MailboxList } from '../../api';
import type { Account } from '../account/account';
import { digestOf } from '../account/secrets';
import type { Agent } from '../database/agents-repository';
import type { StoredMailbox } from '../database/mailboxes-repository';
import type { Repositories } from '../database/repositories';
import type { SqlDatabase } from '../database/sql-database';
import { problems } from '../problems/problems';
import { domainOf, forwardingAddressOf } from './addresses';
import { emailProblems } from './email-problems';

/** The mailboxes of agents and the choice of the sending one (specification, parts 2 to 4). */
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
	 * The mailbox that sends: the given one, else the agent's default.
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

	/**
	 * Deletes a mailbox permanently: cancels its queued mail and returns the allowance. Conversations stay.
	 *
	 * @throws ApiProblem not_found
	 */
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

/** A mailbox as the API shows it (specification, part 2). */
function describeMailbox(mailbox: StoredMailbox) {
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

/** The response of an action; the specification does not show it. */
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

/** The address for bounces: the mailbox itself, or its own bounce domain. */
export function envelopeSenderOf({ address, mailFrom }: Pick<StoredMailbox, 'address' | 'mailFrom'>): string {
	return mailFrom ? `bounces@mail.${domainOf(address)}` : address;
}

/**
 * The tools of the agent when it answers mail of a mailbox. The specification names none. Without the first, only Q&A
 * pairs answer. With the second, the sender who starts a conversation becomes a lead. Without the third, the agent
 * replies that it has no answer instead of leaving the mail to a person.
 */
export const MAILBOX_TOOLS = [
	{ name: 'search_knowledge', title: 'Search the knowledge' },
	{ name: 'capture_lead', title: 'Capture a lead' },
	{ name: 'hand_over', title: 'Hand over to a teammate' },
] as const;

type MailboxTool = (typeof MAILBOX_TOOLS)[number]['name'];

export const mayUse = ({ toolAllowlist }: Pick<StoredMailbox, 'toolAllowlist'>, tool: MailboxTool): boolean =>
	toolAllowlist.includes(tool);

/** @throws ApiProblem invalid_request, naming each unknown tool */
export function checkTools(names: string[]): void {
	const known = MAILBOX_TOOLS.map(({ name }): string => name);
	const issues = names.flatMap((name, index) =>
		known.includes(name)
			? []
			: [{ path: `settings.toolAllowlist.${index}`, message: `is not a tool: use one of ${known.join(', ')}` }],
	);
	if (issues.length > 0) throw problems.invalidRequest('The tool allowlist names an unknown tool.', issues);
}

/** The number of mailboxes that the account may have, and the number of recipients per calendar month (UTC). */
export class EmailAllowance {
	constructor(
		private readonly account: Account,
		private readonly repositories: Pick<Repositories, 'mailboxes' | 'emailRecipients'>,
	) {}

	/** The numbers in the list of mailboxes. Cancelled mail does not count. */
	describe() {
		const { maxMailboxes, monthlyRecipients } = this.account.plan;
		return { maxMailboxes, monthlyRecipients, scope: 'account', period: 'month', used: this.used() };
	}

	/** @throws ApiProblem mailbox_limit_reached */
	requireMailbox(): void {
		const limit = this.account.plan.maxMailboxes;
		if (this.repositories.mailboxes.count() >= limit) throw emailProblems.mailboxLimitReached(limit);
	}

	/** @throws ApiProblem email_allowance_exhausted */
	requireRecipients(count: number): void {
		const limit = this.account.plan.monthlyRecipients;
		const used = this.used();
		if (used + count > limit) throw emailProblems.allowanceExhausted(limit, used, count);
	}

	private used(): number {
		const month = new Date().toISOString().slice(0, 7);
		return this.repositories.emailRecipients.countSince(`${month}-01T00:00:00.000Z`);
	}
}
