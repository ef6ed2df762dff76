import { z } from 'zod';
import { eventually, isThere } from '../time/eventually';

const mailSchema = z.object({
	items: z.array(
		z.object({ messageId: z.string(), rcptTo: z.array(z.string()), subject: z.string(), text: z.string() }),
	),
});

/** A sandbox, and the key and the token that it was started with. */
interface MailSandbox {
	apiUrl: string;
	seedKey: string;
	adminUrl: string;
	adminToken: string;
}

/** Mail of the sandbox that a platform runs over: its mailboxes, and what its mail server took. */
export class Mailboxes {
	constructor(
		private readonly platform: { sandbox: MailSandbox },
		readonly agent = 'agent_support',
	) {}

	/** A mailbox that sends; the agent's default one when it is the first. @returns its id */
	async active(address: string): Promise<string> {
		const { mailbox } = z
			.object({ mailbox: z.looseObject({ id: z.string() }) })
			.parse(await this.act({ action: 'create', address, name: 'Help desk' }));
		await this.act({ action: 'test-forwarding', mailboxId: mailbox.id });
		await this.act({ action: 'activate', mailboxId: mailbox.id });
		return mailbox.id;
	}

	async act(body: object): Promise<unknown> {
		return this.call('POST', `/agents/${this.agent}/email`, body);
	}

	/** A call of the service with all its scopes. @throws when it is refused */
	async call(method: string, path: string, body?: object): Promise<unknown> {
		const { apiUrl, seedKey } = this.platform.sandbox;
		return this.json(`${apiUrl}/api/v1${path}`, method, seedKey, body);
	}

	/** What the mail server took for an address, newest first. */
	async received(to: string): Promise<z.infer<typeof mailSchema>['items']> {
		const { adminUrl, adminToken } = this.platform.sandbox;
		const url = `${adminUrl}/mail?limit=100&to=${encodeURIComponent(to)}`;
		return mailSchema.parse(await this.json(url, 'GET', adminToken)).items;
	}

	/** The newest mail to an address, once there are so many. */
	async untilReceived(to: string, count = 1) {
		return eventually(
			async () => {
				const mails = await this.received(to);
				return mails.length >= count ? mails[0] : null;
			},
			isThere,
			`${count} mails to ${to}, which the delivery queue sends`,
		);
	}

	private async json(url: string, method: string, token: string, body?: object): Promise<unknown> {
		const reply = await fetch(url, {
			method,
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		if (!reply.ok) throw new Error(`${method} ${url}: ${reply.status} ${await reply.text()}`);
		return reply.json();
	}
}
