import { z } from 'zod';
import type { Scope } from '../../../../api';
import { SCOPES, mailboxListSchema } from '../../../../api';
import { AgentKnowledgeUnderTest } from '../../../support/nodes/agent-knowledge';

const idSchema = z.looseObject({ id: z.union([z.string(), z.number()]) });
const actedSchema = z.looseObject({ mailbox: z.looseObject({ id: z.string() }) });

/** A sandbox with the node beside it, and what tests need to have in it. */
export class World {
	private readonly keys = new Map<Scope, Promise<string>>();
	private mailAgent: Promise<{ agent: string; mailboxId: string }> | undefined;
	private made = 0;

	private constructor(readonly node: AgentKnowledgeUnderTest) {}

	static async start(): Promise<World> {
		const world = new World(await AgentKnowledgeUnderTest.start());
		await world.admin('PATCH', '/account', { plan: 'business' });
		return world;
	}

	close(): Promise<void> {
		return this.node.close();
	}

	/** A name that no other has. */
	name(prefix: string): string {
		return `${prefix}-${++this.made}`;
	}

	/** A new agent, untrained. */
	async agent(): Promise<string> {
		const name = this.name('agent');
		await this.node.admin.createAgent({ id: name, name, website: `${this.node.sandbox.siteUrl}/` });
		return name;
	}

	/** For each of so many items. */
	async each<Made>(count: number, make: (index: number) => Promise<Made>): Promise<Made[]> {
		const made: Made[] = [];
		for (let index = 0; index < count; index++) made.push(await make(index));
		return made;
	}

	/** A key with every scope but this one. An account has 20 keys at most, so each is made once. */
	keyWithout(scope: Scope): Promise<string> {
		const scopes = SCOPES.filter((one) => one !== scope);
		const key = this.keys.get(scope) ?? this.node.admin.createKey({ scopes }).then((created) => created.key);
		this.keys.set(scope, key);
		return key;
	}

	async mailbox(agent: string): Promise<string> {
		const address = `${this.name('help')}@shop.example`;
		const created = await this.api('POST', `/agents/${agent}/email`, { action: 'create', address, name: 'Help' });
		return actedSchema.parse(created).mailbox.id;
	}

	/** One agent with one active mailbox, for all that only needs to use it: a plan holds few. */
	activeMailbox(): Promise<{ agent: string; mailboxId: string }> {
		this.mailAgent ??= (async () => {
			const agent = await this.agent();
			const mailboxId = await this.mailbox(agent);
			await this.api('POST', `/agents/${agent}/email`, { action: 'test-forwarding', mailboxId });
			await this.api('POST', `/agents/${agent}/email`, { action: 'activate', mailboxId });
			return { agent, mailboxId };
		})();
		return this.mailAgent;
	}

	async mailboxes(agent: string) {
		return mailboxListSchema.parse(await this.api('GET', `/agents/${agent}/email`)).mailboxes;
	}

	async emailConversation(agent: string): Promise<string> {
		const body = { email: 'nathan@person.example', subject: 'Your order', idempotencyKey: this.name('key') };
		const created = await this.api('POST', `/agents/${agent}/email/conversations`, body);
		return z.looseObject({ sessionId: z.string() }).parse(created).sessionId;
	}

	/** Adds a thing to an agent by the admin API. */
	async add(agent: string, kind: string, thing: object): Promise<string | number> {
		return idSchema.parse(await this.admin('POST', `/agents/${agent}/${kind}`, thing)).id;
	}

	/** How many items a list of the customer API holds. */
	async total(path: string): Promise<number> {
		return z.looseObject({ total: z.number() }).parse(await this.api('GET', path)).total;
	}

	api(method: string, path: string, body?: object): Promise<unknown> {
		return send(method, `${this.node.sandbox.apiUrl}/api/v1${path}`, this.node.sandbox.seedKey, body);
	}

	admin(method: string, path: string, body?: object): Promise<unknown> {
		return send(method, `${this.node.sandbox.adminUrl}${path}`, this.node.sandbox.adminToken, body);
	}
}

async function send(method: string, url: string, token: string, body?: object): Promise<unknown> {
	const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
	const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
	const text = await response.text();
	if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text}`);
	return text === '' ? undefined : JSON.parse(text);
}
