import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ApiClient, createClient, type Lead } from '../../../../api';

interface Reply {
	status?: number;
	body: unknown;
}

/** A service with leads and their conversations that answers in any way. */
export class ServiceOfLeads {
	/** Newest first. */
	leads: Lead[] = [];
	/** By the id of the conversation. Default: a talk of two messages. */
	readonly replies = new Map<string, Reply>();
	listReply: Reply | null = null;
	/** Ids of other agents of the key. */
	readonly agents = new Set<string>();
	/** Ids of the conversations in the list. */
	listed: string[] = [];
	/** Ids of conversations that were read, `leads` and `conversations` for lists, and `lead` for a single one. */
	calls: string[] = [];
	/** When the last message of a default talk came. */
	lastAt = '2026-11-01T00:00:00.000Z';
	readonly #server: Server;

	constructor() {
		this.#server = createServer(({ url = '' }, response) => {
			const { status = 200, body } = this.#replyTo(new URL(url, 'http://service'));
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(typeof body === 'string' ? body : JSON.stringify(body));
		});
	}

	async start(): Promise<void> {
		await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
	}

	async stop(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}

	get api(): ApiClient {
		const { port } = this.#server.address() as AddressInfo;
		return createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k' });
	}

	#replyTo({ pathname, searchParams }: URL): Reply {
		const parts = pathname.split('/').map(decodeURIComponent);
		const last = parts.at(-1) ?? '';
		const [limit, offset] = ['limit', 'offset'].map((name) => Number(searchParams.get(name)));
		if (last === 'leads') {
			this.calls.push('leads');
			const items = this.leads.slice(offset, (offset ?? 0) + (limit ?? 0));
			return { body: { items, total: this.leads.length, limit, offset } };
		}
		if (last === 'conversations') {
			this.calls.push('conversations');
			return this.listReply ?? listOf(this.listed);
		}
		if (parts.at(-2) === 'leads') {
			this.calls.push('lead');
			const lead = this.leads.find(({ id }) => String(id) === last);
			return lead === undefined ? refusal(404) : { body: lead };
		}
		if (parts.at(-2) === 'agents') {
			this.calls.push('agent');
			return this.agents.has(last) ? { body: { id: last } } : refusal(404);
		}
		this.calls.push(last);
		return this.replies.get(last) ?? { body: talk(last, this.lastAt) };
	}
}

/** A conversation of a question and an answer. */
export function talk(id: string, lastAt: string, agentId = 'a') {
	const asked = { role: 'visitor', content: `Question of ${id}`, createdAt: '2026-10-31T00:00:00.000Z' };
	return { id, agentId, messages: [asked, { role: 'assistant', content: `Answer to ${id}`, createdAt: lastAt }] };
}

function listOf(ids: readonly string[]): Reply {
	const items = ids.map((id) => ({ id }));
	return { body: { items, total: items.length, limit: 5, offset: 0 } };
}

export function refusal(status: number, type = 'refused'): Reply {
	return { status, body: { type, title: 'No', status, detail: 'Not now.' } };
}

export function leadOf(id: number, conversationId: string, capturedAt: string, more: Partial<Lead> = {}): Lead {
	const place = { city: '', country: '', countryCode: '' };
	return {
		id,
		agentId: 'a',
		conversationId,
		name: 'Ada',
		email: `ada${id}@client.example`,
		phone: null,
		...place,
		fields: {},
		capturedAt,
		...more,
	};
}
