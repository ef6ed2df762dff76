import { createServer } from 'node:http';
import { listen } from '../network/listen';

export interface Service {
	url: string;
	/** Their ids; a test may add some. */
	agents: string[];
	/** Answers 429, as long as a test wants. */
	isBusy: boolean;
	/** Has the agents of the start again, and answers. */
	reset(): void;
	close(): Promise<void>;
}

/**
 * As much of the service as the gateway asks before it starts a task: three agents, none in training, without leads and
 * conversations, each with a mailbox that sends.
 */
export async function startService(): Promise<Service> {
	const service = {
		agents: [] as string[],
		isBusy: false,
		reset() {
			this.agents = ['agent_a', 'agent_b', 'agent_c'];
			this.isBusy = false;
		},
	};
	service.reset();
	const server = createServer((request, response) => {
		const { agents, isBusy } = service;
		if (isBusy) {
			response.writeHead(429, { 'content-type': 'application/problem+json', 'retry-after': '1' });
			return response.end(JSON.stringify(TOO_MANY));
		}
		const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
		const [, agent = '', what = ''] = /^\/api\/v1\/agents\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
		const answer =
			pathname === '/api/v1/agents'
				? list(agents, Number(searchParams.get('offset')))
				: agents.includes(agent)
					? (answersOf(agent)[what] ?? NOT_FOUND)
					: NOT_FOUND;
		response.writeHead(answer === NOT_FOUND ? 404 : 200, { 'content-type': 'application/json' });
		return response.end(JSON.stringify(answer));
	});
	const { url, close } = await listen(server);
	return Object.assign(service, { url, close });
}

function answersOf(agentId: string): Record<string, object> {
	return { 'training-status': STATUS, leads: list([], 0), conversations: list([], 0), email: mailboxesOf(agentId) };
}

const STATUS = { agentStatus: 'ready', training: false, canChat: true, run: null };
const TOO_MANY = { type: 'rate_limited', title: 'Too many requests', status: 429, detail: 'Try again.', issues: [] };
const NOT_FOUND = { type: 'not_found', title: 'Not found', status: 404, detail: 'There is no such agent.', issues: [] };

function list(ids: string[], offset: number) {
	const limit = 100;
	const items = ids.slice(offset, offset + limit).map((id) => ({ id, name: id.toUpperCase() }));
	return { items, total: ids.length, limit, offset };
}

function mailboxesOf(chatbotId: string) {
	const mailbox = {
		id: 'mailbox_1',
		chatbotId,
		domainId: 'domain_1',
		address: 'shop@shop.example',
		receivingMode: 'forwarding',
		name: 'Shop',
		status: 'active',
		isDefault: true,
		aiEnabled: false,
		instructions: '',
		signature: '',
		toolAllowlist: [],
		createdAt: '2026-11-21T10:00:00Z',
	};
	const allowance = { maxMailboxes: 1, monthlyRecipients: 100, scope: 'account', period: 'month', used: 0 };
	return { mailboxes: [mailbox], allowance, tools: [] };
}
