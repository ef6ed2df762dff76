import { SCOPES, type Scope } from '../../../api';
import { useMcp } from './use-mcp';

const mcp = useMcp();
const agentId = 'agent_support';

describe('keys over MCP', () => {
	const tools: [string, Scope, object][] = [
		['list_email_mailboxes', 'read:email', {}],
		['manage_email_mailbox', 'write:email', { action: 'check', mailboxId: 'x' }],
		['create_email_conversation', 'write:conversations', { email: 'a@b.example', subject: 'x', idempotencyKey: 'x' }],
		['send_email_reply', 'write:conversations', { sessionId: 'email:x', content: 'x', idempotencyKey: 'x' }],
		['get_email_conversation', 'read:conversations', { sessionId: 'email:x' }],
		['set_email_conversation_ai', 'write:conversations', { sessionId: 'email:x', resume: true }],
	];

	test.each(tools)('%s needs the permission %s', async (name, scope, args) => {
		const { key } = await mcp.sandbox.createKey({ scopes: SCOPES.filter((other) => other !== scope) });
		const client = await mcp.connect({ key });

		const answer = await client.call(name, { agentId, ...args });

		expect(answer).toMatchObject({
			isError: true,
			body: { type: 'insufficient_scope', detail: expect.stringContaining(scope) as string },
		});
	});

	it('hide agents outside their restriction', async () => {
		const { key } = await mcp.sandbox.createKey({ scopes: [...SCOPES], agentIds: ['agent_sales'] });
		const client = await mcp.connect({ key });

		const hidden = await client.call('list_email_mailboxes', { agentId });
		const seen = await client.call('list_email_mailboxes', { agentId: 'agent_sales' });

		expect(hidden).toMatchObject({ isError: true, body: { status: 404 } });
		expect(seen.isError).toBe(false);
	});

	const post = (headers: Record<string, string>) =>
		fetch(`${mcp.sandbox.running.apiUrl}/mcp`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
		});

	it('are needed', async () => {
		const response = await post({});

		expect(response.status).toBe(401);
		expect(await response.json()).toMatchObject({ type: 'unauthorized', status: 401 });
	});

	it('have one rate limit, here and in the customer API', async () => {
		await mcp.sandbox.admin('PATCH', '/settings', { rateLimit: 5 });
		const authorization = `Bearer ${mcp.sandbox.running.seedKey}`;
		const first = await mcp.sandbox.call('GET', '/agents');
		const second = await post({ authorization });
		expect(second.headers.get('x-ratelimit-limit')).toBe('5');
		expect(Number(second.headers.get('x-ratelimit-remaining'))).toBe(
			Number(first.headers.get('x-ratelimit-remaining')) - 1,
		);
		await post({ authorization });
		await post({ authorization });
		await post({ authorization });

		const over = await post({ authorization });

		expect(over.status).toBe(429);
		expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
	});

	it('do not share sessions', async () => {
		const started = await fetch(`${mcp.sandbox.running.apiUrl}/mcp`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${mcp.sandbox.running.seedKey}`,
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
			},
			body: JSON.stringify({
				jsonrpc: '2.0',
				id: 1,
				method: 'initialize',
				params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
			}),
		});
		const session = { 'mcp-session-id': started.headers.get('mcp-session-id') ?? '' };
		await started.body?.cancel();
		const { key } = await mcp.sandbox.createKey({ scopes: [...SCOPES] });

		const own = await post({ authorization: `Bearer ${mcp.sandbox.running.seedKey}`, ...session });
		const stolen = await post({ authorization: `Bearer ${key}`, ...session });

		expect(own.status).toBe(200);
		expect(stolen.status).toBe(404);
		await own.body?.cancel();
	});
});
