import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type OperationId, operations } from '../../../api';

/** How a service gives out what it has. */
export interface Manner {
	/** Items of a list. Default: 105 */
	items?: number;
	/** Items of a page at most. Default: 100 */
	most?: number;
	/** Default: how many there are. */
	total?: 'of the page';
	/** Says the limit that was asked for, whatever it gives. */
	echoesLimit?: true;
	ignoresOffset?: true;
	/** Status of what is no list. Default: 200 */
	single?: number;
	/** The agent of each conversation. */
	otherAgent?: string;
	/** Status of every reply. */
	refusesAll?: number;
}

const AT = '2026-11-01T00:00:00.000Z';
const ADDRESS = 'ada@client.example';

/** A service of all operations, in one of many manners, that counts its requests. */
export class CountingService {
	manner: Manner = {};
	requests = 0;

	readonly #server: Server;

	private constructor() {
		this.#server = createServer((request, response) => {
			this.requests += 1;
			this.answer(request, response);
		});
	}

	static async start(): Promise<CountingService> {
		const service = new CountingService();
		service.#server.listen(0, '127.0.0.1');
		await once(service.#server, 'listening');
		return service;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	async close(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}

	private answer({ url = '', method = 'GET' }: IncomingMessage, response: ServerResponse): void {
		const { pathname, searchParams } = new URL(url, 'http://service');
		const path = pathname.replace('/api/v1', '');
		const id = operationOf(method, path);
		const item = LISTS[id];
		const { single = 200, refusesAll } = this.manner;
		const status = refusesAll ?? (item === undefined && method === 'GET' ? single : 200);
		const headers = { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '1' }) };
		response.writeHead(status === 200 ? operations[id].reply.status : status, headers);
		const replyOf = () => (item === undefined ? this.single(id, path) : this.page(item, searchParams));
		response.end(JSON.stringify(status === 200 ? replyOf() : refusal(status)));
	}

	private page(item: (index: number) => object, query: URLSearchParams): object {
		const { items: count = 105, most = 100, total, echoesLimit, ignoresOffset } = this.manner;
		const offset = ignoresOffset ? 0 : Number(query.get('offset') ?? 0);
		const limit = Math.min(most, Number(query.get('limit') ?? 100));
		const length = Math.max(0, Math.min(limit, count - offset));
		const items = Array.from({ length }, (_none, index) => item(count - offset - index));
		const said = echoesLimit ? Number(query.get('limit') ?? 100) : limit;
		return { items, total: total === undefined ? count : length, offset, limit: said };
	}

	private single(id: OperationId, path: string): object {
		const { otherAgent } = this.manner;
		if (id === 'getConversation')
			return {
				...conversation(1),
				id: path.split('/').at(-1),
				...(otherAgent !== undefined && { agentId: otherAgent }),
			};
		return SINGLES[id] ?? { ...source(1), ...others };
	}
}

/** What further replies need beside the fields of a source. */
const others = {
	agentId: 'a',
	sessionId: 'email:1',
	reply: 'Hello.',
	sources: [],
	deliveryId: 'd',
	messageId: 'm',
	success: true,
	period: '7d',
};
const allowance = { maxMailboxes: 1, monthlyRecipients: 1, scope: 's', period: 'p', used: 0 };
const mailbox = {
	id: 'mbx_1',
	chatbotId: 'a',
	address: 'a@b.example',
	receivingMode: 'forwarding',
	status: 'active',
	isDefault: true,
	aiEnabled: true,
	toolAllowlist: [],
	createdAt: AT,
};
const recipients = { to: [ADDRESS], cc: [] };
const mail = {
	thread: {
		sessionId: 'email:1',
		chatbotId: 'a',
		recipients,
		aiPaused: false,
		revision: 1,
		createdAt: AT,
		updatedAt: AT,
	},
	sender: null,
	deliveries: [{ id: 'd', status: 'queued', createdAt: AT, outcomes: [] }],
	messages: [{ id: 'm', recipients }],
};
const lead = (id: number) => ({
	id,
	agentId: 'a',
	conversationId: `c${id}`,
	name: 'Ada',
	email: ADDRESS,
	phone: null,
	city: '',
	country: '',
	countryCode: '',
	fields: {},
	capturedAt: AT,
});
const source = (id: number) => ({
	id,
	agentId: 'a',
	type: 'text',
	name: `Text ${id}`,
	status: 'indexed',
	sizeBytes: 1,
	wordCount: 1,
	errorMessage: null,
	createdAt: AT,
});
const pair = (id: number) => ({
	id,
	agentId: 'a',
	kind: 'qa',
	question: `Question ${id}`,
	answer: 'Answer',
	enabled: true,
	attachmentCount: 0,
	createdAt: AT,
	updatedAt: null,
});
const conversation = (id: number) => ({ id: `c${id}`, createdAt: AT, messages: [] });
const question = (id: number) => ({ id: `q${id}`, content: `Question ${id}`, createdAt: AT });

const LISTS: Partial<Record<OperationId, (index: number) => object>> = {
	listAgents: (id) => ({ id: `agent-${id}` }),
	listLeads: lead,
	listSources: source,
	listQaPairs: pair,
	listConversations: conversation,
	listUnansweredQuestions: question,
};

const SINGLES: Partial<Record<OperationId, object>> = {
	getAgent: { id: 'a', name: 'Agent' },
	getTrainingStatus: { agentStatus: 'active', training: false, canChat: true, run: null },
	listMailboxes: { mailboxes: [mailbox], allowance, tools: [] },
	getEmailConversation: mail,
	getLead: lead(1),
	searchKnowledge: { agentId: 'a', query: 'q', items: [{ content: 'Something else.', title: null, url: null }] },
	createQaPair: pair(1),
	updateQaPair: pair(1),
	getSource: { ...source(1), content: 'A text.' },
};

const ROUTES = Object.entries(operations).map(([id, { method, path }]) => {
	const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
	return { id: id as OperationId, method, pattern };
});

/** As the table of operations has it. */
function operationOf(method: string, path: string): OperationId {
	const found = ROUTES.find((route) => route.method === method && route.pattern.test(path));
	if (found === undefined) throw new Error(`There is no ${method} ${path}.`);
	return found.id;
}

function refusal(status: number): object {
	const type = status === 429 ? 'rate_limited' : 'of_the_service';
	return { type, title: 'No', status, detail: null, issues: [] };
}
