import { z } from 'zod';
import type { SandboxAdmin } from '../../../support/sandbox-admin/sandbox-admin';
import type { MatrixStack } from './stack';

const createdSchema = z.object({ mailbox: z.looseObject({ id: z.string() }) });

/** Agents with a mailbox that sends. A plan has few, so they are lent to one run after another. */
export class MailboxPool {
	private readonly free: string[] = [];
	private made = 0;

	constructor(
		private readonly sandbox: MatrixStack['sandbox'],
		private readonly admin: SandboxAdmin,
	) {}

	/** @returns the id of an agent that no other run has */
	async take(): Promise<string> {
		return this.free.pop() ?? (await this.make());
	}

	giveBack(agentId: string): void {
		this.free.push(agentId);
	}

	private async make(): Promise<string> {
		const number = (this.made += 1);
		const { id } = await this.admin.createAgent({ name: 'Mail', website: `${this.sandbox.siteUrl}/` });
		const act = (body: object) => this.act(id, body);
		const address = `desk${number}@matrix.example`;
		const { mailbox } = createdSchema.parse(await act({ action: 'create', address, name: 'Desk' }));
		await act({ action: 'test-forwarding', mailboxId: mailbox.id });
		await act({ action: 'activate', mailboxId: mailbox.id });
		return id;
	}

	private async act(agentId: string, body: object): Promise<unknown> {
		const { apiUrl, apiKey } = this.sandbox;
		const response = await fetch(`${apiUrl}/api/v1/agents/${agentId}/email`, {
			method: 'POST',
			headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		if (!response.ok) throw new Error(`A mailbox could not be made: ${response.status} ${await response.text()}`);
		return response.json();
	}
}
