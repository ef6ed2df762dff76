import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { emailConversationSchema, mailboxSchema } from '../../../api';
import type { TestSandbox } from './running-sandbox';
import { eventually } from '../../support/time/eventually';

const actedSchema = z.object({ mailbox: mailboxSchema, setup: z.looseObject({ forwardingAddress: z.string() }) });
const receivedSchema = z.object({
	id: z.number(),
	messageId: z.string(),
	mailFrom: z.string(),
	rcptTo: z.array(z.string()),
	subject: z.string(),
	text: z.string(),
});
const queuedSchema = z.object({ deliveryId: z.string(), messageId: z.string(), status: z.literal('queued') });

let keys = 0;
/** An idempotency key that no other test has. */
export const newKey = () => `key-${(keys += 1)}`;

/** What tests of email do with a sandbox, over HTTP and SMTP as any customer would. */
export class EmailCustomer {
	constructor(
		readonly sandbox: TestSandbox,
		readonly agent = 'agent_support',
	) {}

	get path(): string {
		return `/agents/${this.agent}/email`;
	}

	act(body: object) {
		return this.sandbox.call('POST', this.path, { body });
	}

	/** Acts and expects success. */
	async acted(body: object) {
		const answer = await this.act(body);
		expect(answer.body).toMatchObject({ mailbox: {} });
		return actedSchema.parse(answer.body);
	}

	/** A mailbox that sends and receives. */
	async activeMailbox(address: string) {
		const { mailbox } = await this.acted({ action: 'create', address, name: 'Help desk' });
		await this.acted({ action: 'test-forwarding', mailboxId: mailbox.id });
		return (await this.acted({ action: 'activate', mailboxId: mailbox.id })).mailbox;
	}

	/** Answers its sessionId. */
	async conversation(email: string, more: object = {}) {
		const body = { email, subject: 'Your order', idempotencyKey: newKey(), ...more };
		const answer = await this.sandbox.call('POST', `${this.path}/conversations`, { body });
		return z.object({ sessionId: z.string() }).parse(answer.body).sessionId;
	}

	reply(sessionId: string, more: object = {}) {
		const body = { sessionId, content: 'It is on its way.', idempotencyKey: newKey(), ...more };
		return this.sandbox.call('POST', `${this.path}/replies`, { body });
	}

	async replied(sessionId: string, more: object = {}) {
		return queuedSchema.parse((await this.reply(sessionId, more)).body);
	}

	async read(sessionId: string) {
		const answer = await this.sandbox.call('GET', `${this.path}/conversations/${encodeURIComponent(sessionId)}`);
		return emailConversationSchema.parse(answer.body);
	}

	/** The conversation once its last delivery has one of these statuses. */
	delivered(sessionId: string, ...statuses: string[]) {
		return eventually(
			() => this.read(sessionId),
			({ deliveries }) => statuses.includes(deliveries.at(-1)?.status ?? ''),
			'the delivery queue sends a mail a moment later',
		);
	}

	/** What the sandbox's own mail server took for an address, newest first. */
	async received(to: string, offset = 0) {
		const { body } = await this.sandbox.admin('GET', `/mail?limit=100&offset=${offset}&to=${encodeURIComponent(to)}`);
		return z.object({ items: z.array(receivedSchema) }).parse(body).items;
	}

	/** The newest mail to an address, with its headers. */
	async rawMail(to: string): Promise<string> {
		const [newest] = await this.received(to);
		const { adminUrl, adminToken } = this.sandbox.running;
		const headers = { authorization: `Bearer ${adminToken}` };
		return (await fetch(`${adminUrl}/mail/${newest?.id}/raw`, { headers })).text();
	}

	/** Mail from a person's own program, as the provider of the mailbox hands it on. */
	async sendMail(mail: {
		from: string;
		to: string | string[];
		cc?: string[];
		subject?: string;
		text?: string;
		messageId?: string;
		inReplyTo?: string;
		headers?: Record<string, string>;
	}): Promise<void> {
		const transport = createTransport(this.sandbox.running.smtpUrl);
		await transport.sendMail({ subject: 'A question', text: 'Hello', ...mail });
		transport.close();
	}

	/** Conversations of the inbox's channel email, newest first. */
	async emailSessions(): Promise<string[]> {
		const { body } = await this.sandbox.call('GET', `/agents/${this.agent}/conversations?channel=email`);
		const { items } = z.object({ items: z.array(z.looseObject({ id: z.string() })) }).parse(body);
		return items.map(({ id }) => (id.startsWith('email:') ? id : `email:${id}`));
	}
}
