import { z } from 'zod';
import { type Lead, leadSchema, type Scope } from '../../../api';
import type { Fault } from '../../../sandbox/faults/faults';

const requestSchema = z.object({
	id: z.number(),
	at: z.string(),
	keyId: z.string().nullable(),
	method: z.string(),
	path: z.string(),
	/** Null when the answer was lost. */
	status: z.number().nullable(),
	fault: z.string().nullable(),
});
const createdKeySchema = z.object({ id: z.string(), key: z.string() });
const createdItemSchema = z.looseObject({ id: z.string() });
const agentSchema = z.looseObject({ id: z.string(), name: z.string(), website: z.string() });

export type LoggedRequest = z.infer<typeof requestSchema>;

/** The sandbox's admin API, for tests. Every call throws when it is refused, with the answer in the message. */
export class SandboxAdmin {
	constructor(private readonly sandbox: { adminUrl: string; adminToken: string }) {}

	/** Requests that reached the API, oldest first. `path` is below /api/v1 and may be a pattern of the contract. */
	async requests(filter: { method?: string; path?: string; since?: string } = {}): Promise<LoggedRequest[]> {
		const query = new URLSearchParams(filter).toString();
		return z.object({ items: z.array(requestSchema) }).parse(await this.call('GET', `/requests?${query}`)).items;
	}

	/** Makes the next such requests go wrong. */
	async addFault(method: string, path: string, fault: Fault, times = 1): Promise<void> {
		await this.call('POST', '/faults', { method, path, times, fault });
	}

	async clearFaults(): Promise<void> {
		await this.call('DELETE', '/faults');
	}

	/** How the sandbox's mail server answers mail to an address: for good (bounced) or for now (deferred). */
	async addMailRule(rule: { address: string; outcome: 'bounced' | 'deferred'; times?: number }): Promise<void> {
		await this.call('POST', '/mail-rules', rule);
	}

	async createKey(key: { name?: string; scopes: Scope[]; agentIds?: string[]; expiresAt?: string }) {
		return createdKeySchema.parse(await this.call('POST', '/keys', { name: 'test', ...key }));
	}

	async revokeKey(id: string): Promise<void> {
		await this.call('DELETE', `/keys/${encodeURIComponent(id)}`);
	}

	async setSettings(settings: {
		clockFactor?: number;
		rateLimit?: number | 'none';
		trainingDataBytes?: number | 'plan';
		endedRun?: 'kept' | 'absent';
		noRun?: 'null' | 'missing' | 'empty';
	}): Promise<void> {
		await this.call('PATCH', '/settings', settings);
	}

	/** @param agent `pageSeconds`: pause after each page of a run, in seconds of the sandbox's clock */
	async createAgent(agent: { id?: string; name: string; website: string; pageSeconds?: number }) {
		return agentSchema.parse(await this.call('POST', '/agents', agent));
	}

	async deleteAgent(agentId: string): Promise<void> {
		await this.call('DELETE', `/agents/${encodeURIComponent(agentId)}`);
	}

	/** @param lead without a conversation of its own one is begun */
	async captureLead(
		agentId: string,
		lead: Partial<Omit<Lead, 'id' | 'agentId'>> & { name: string; email: string },
	): Promise<Lead> {
		return leadSchema.parse(await this.call('POST', `/agents/${encodeURIComponent(agentId)}/leads`, lead));
	}

	async deleteLead(agentId: string, leadId: number): Promise<void> {
		await this.call('DELETE', `/agents/${encodeURIComponent(agentId)}/leads/${leadId}`);
	}

	/** Returns the conversation's id. */
	async beginConversation(
		agentId: string,
		conversation: {
			channel?: string;
			state?: 'open' | 'resolved';
			createdAt?: string;
			messages?: Array<{ role: string; content: string }>;
		} = {},
	) {
		const path = `/agents/${encodeURIComponent(agentId)}/conversations`;
		return createdItemSchema.parse(await this.call('POST', path, conversation)).id;
	}

	/** What a channel or the team does with a conversation. */
	async changeConversation(id: string, change: { state?: 'open' | 'resolved'; rating?: number }): Promise<void> {
		await this.call('PATCH', `/conversations/${encodeURIComponent(id)}`, change);
	}

	/** Asks a buyer to confirm an order. Returns the confirmation's id. */
	async askForConfirmation(
		agentId: string,
		order: { orderNumber: string; status?: 'pending' | 'confirmed' | 'cancelled' | 'no_response'; createdAt?: string },
	): Promise<string> {
		const buyer = { customerName: 'Ada Lovelace', customerPhone: '+4712345678', amount: 49.9, currency: 'EUR' };
		const path = `/agents/${encodeURIComponent(agentId)}/cod-confirmations`;
		return createdItemSchema.parse(await this.call('POST', path, { ...buyer, ...order })).id;
	}

	/** What the buyer answers, or that nobody answered. */
	async settleConfirmation(
		agentId: string,
		id: string,
		status: 'pending' | 'confirmed' | 'cancelled' | 'no_response',
	): Promise<void> {
		const path = `/agents/${encodeURIComponent(agentId)}/cod-confirmations/${encodeURIComponent(id)}`;
		await this.call('PATCH', path, { status });
	}

	async deleteConversation(id: string): Promise<void> {
		await this.call('DELETE', `/conversations/${encodeURIComponent(id)}`);
	}

	/** @param role `visitor`, `assistant`, `teammate` or `automation` */
	async addMessage(conversationId: string, role: string, content: string): Promise<void> {
		await this.call('POST', `/conversations/${encodeURIComponent(conversationId)}/messages`, { role, content });
	}

	/** A private note of the team, which the customer API never shows. */
	async addNote(conversationId: string, content: string): Promise<void> {
		await this.call('POST', `/conversations/${encodeURIComponent(conversationId)}/notes`, { content });
	}

	/** Many at once, spread over so many days up to now. */
	async generate(
		agentId: string,
		options: { kind: 'leads' | 'conversations' | 'cod-confirmations'; count: number; days?: number },
	): Promise<void> {
		await this.call('POST', `/agents/${encodeURIComponent(agentId)}/generate`, options);
	}

	/** @param account `messageCredits` a month, null for the plan's; `creditsUsed` in this month */
	async changeAccount(account: {
		plan?: 'free' | 'pro' | 'business';
		messageCredits?: number | null;
		creditsUsed?: number;
	}): Promise<void> {
		await this.call('PATCH', '/account', account);
	}

	private async call(method: string, path: string, body?: unknown): Promise<unknown> {
		const { adminUrl, adminToken } = this.sandbox;
		const response = await fetch(`${adminUrl}${path}`, {
			method,
			headers: {
				authorization: `Bearer ${adminToken}`,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok)
			throw new Error(`${method} ${path} of the sandbox's admin API answered ${response.status}: ${text}`);
		return text === '' ? undefined : JSON.parse(text);
	}
}
