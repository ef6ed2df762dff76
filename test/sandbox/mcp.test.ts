import { EventEmitter, once } from 'node:events';
import { SCOPES, type Scope } from '../../api';
import { EmailCustomer, newKey } from './email-customer';
import { TestMcpClient, type TestMcpClientOptions } from './mcp-client';
import { TestSandbox } from './running-sandbox';

let sandbox: TestSandbox;
let customer: EmailCustomer;
const clients: TestMcpClient[] = [];
beforeEach(async () => {
	sandbox = await TestSandbox.start();
	customer = new EmailCustomer(sandbox);
});
afterEach(async () => {
	for (const client of clients.splice(0)) await client.close();
	await sandbox.running.close();
});

const agentId = 'agent_support';
const YES = { action: 'accept', content: { send: true } } as const;

async function connect(options?: TestMcpClientOptions) {
	const client = await TestMcpClient.connect(sandbox, options);
	clients.push(client);
	return client;
}

async function conversation() {
	await customer.activeMailbox('help@shop.example');
	return customer.conversation('ada@client.example');
}

const reply = (sessionId: string, more: object = {}) => ({
	agentId,
	sessionId,
	content: 'It is on its way.',
	idempotencyKey: newKey(),
	...more,
});

describe('the MCP server', () => {
	it('has the six tools of the specification, with the fields of the contract', async () => {
		const tools = await (await connect()).tools();

		expect(tools.map(({ name }) => name).sort()).toEqual([
			'create_email_conversation',
			'get_email_conversation',
			'list_email_mailboxes',
			'manage_email_mailbox',
			'send_email_reply',
			'set_email_conversation_ai',
		]);
		const send = tools.find(({ name }) => name === 'send_email_reply');
		expect(send?.inputSchema.required).toEqual(['agentId', 'sessionId', 'content', 'idempotencyKey']);
		expect(Object.keys(send?.inputSchema.properties ?? {})).toEqual(expect.arrayContaining(['to', 'cc', 'mailboxId']));
	});

	it('does what the customer API does', async () => {
		const client = await connect({ user: () => YES });
		const managed = (args: object) => client.call('manage_email_mailbox', { agentId, ...args });
		const created = await managed({ action: 'create', address: 'help@shop.example', name: 'Help' });
		const { mailbox } = created.body as { mailbox: { id: string } };
		await managed({ action: 'test-forwarding', mailboxId: mailbox.id });
		expect((await managed({ action: 'activate', mailboxId: mailbox.id })).isError).toBe(false);

		const listed = await client.call('list_email_mailboxes', { agentId });
		expect(listed.body).toMatchObject({ mailboxes: [{ id: mailbox.id, status: 'active' }] });

		const opened = await client.call('create_email_conversation', {
			agentId,
			email: 'ada@client.example',
			subject: 'Hello',
			idempotencyKey: newKey(),
		});
		const { sessionId } = opened.body as { sessionId: string };
		await client.call('set_email_conversation_ai', { agentId, sessionId, resume: false });
		const read = await client.call('get_email_conversation', { agentId, sessionId });
		expect(read.body).toEqual(await customer.read(sessionId));
		expect(read.body).toMatchObject({ thread: { aiPaused: true } });

		const deleted = await managed({ action: 'delete', mailboxId: mailbox.id });
		expect(deleted.body).toMatchObject({ mailboxes: [] });
	});

	it('answers refusals in the words of the API', async () => {
		const client = await connect();

		expect(await client.call('list_email_mailboxes', { agentId: 'agent_nobody' })).toMatchObject({
			isError: true,
			body: { type: 'not_found', status: 404 },
		});
		expect(await client.call('manage_email_mailbox', { agentId, action: 'check' })).toMatchObject({
			isError: true,
			body: { type: 'invalid_request', issues: [{ path: 'mailboxId' }] },
		});
	});
});

describe('sending over MCP', () => {
	it('asks the user with message and recipients, then sends just that', async () => {
		const sessionId = await conversation();
		const asked: string[] = [];
		const client = await connect({
			user: (message) => {
				asked.push(message);
				return YES;
			},
		});

		const answer = await client.call('send_email_reply', reply(sessionId, { cc: ['bob@client.example'] }));

		expect(answer).toMatchObject({ isError: false, body: { status: 'queued' } });
		expect(asked).toHaveLength(1);
		for (const part of ['help@shop.example', 'ada@client.example', 'bob@client.example', 'It is on its way.']) {
			expect(asked[0]).toContain(part);
		}
		await customer.delivered(sessionId, 'delivered');
		expect(await customer.received('bob@client.example')).toHaveLength(1);
	});

	test.each([
		['declines', { action: 'decline' }],
		['closes the question', { action: 'cancel' }],
		['leaves it unticked', { action: 'accept', content: { send: false } }],
	] as const)('sends nothing when the user %s', async (_name, result) => {
		const sessionId = await conversation();
		const client = await connect({ user: () => result });

		const answer = await client.call('send_email_reply', reply(sessionId));

		expect(answer).toMatchObject({ isError: true, body: { type: 'authorization_declined' } });
		expect((await customer.read(sessionId)).deliveries).toEqual([]);
	});

	it('is refused with what to do where the client cannot ask, unless the owner of the key allowed it', async () => {
		const sessionId = await conversation();
		const { id, key } = await sandbox.createKey({ scopes: [...SCOPES] });
		const client = await connect({ key });
		const refused = await client.call('send_email_reply', reply(sessionId));
		const test = await client.call('manage_email_mailbox', {
			agentId,
			action: 'test-sending',
			mailboxId: (await customer.read(sessionId)).thread.mailboxId,
		});

		expect(refused).toMatchObject({
			isError: true,
			body: { type: 'authorization_needed', detail: expect.stringContaining('dashboard') as string },
		});
		expect(test).toMatchObject({ isError: true, body: { type: 'authorization_needed' } });
		expect((await customer.read(sessionId)).deliveries).toEqual([]);

		await sandbox.admin('PATCH', `/keys/${id}`, { mcpSendsUnasked: true });

		const allowed = await client.call('send_email_reply', reply(sessionId));
		expect(allowed).toMatchObject({ isError: false, body: { status: 'queued' } });
	});

	it('is stopped by a key that is revoked while the user reads', async () => {
		const sessionId = await conversation();
		const { id, key } = await sandbox.createKey({ scopes: [...SCOPES] });
		const asked = new EventEmitter();
		const revoked = once(asked, 'revoked');
		const user = async () => {
			await sandbox.admin('DELETE', `/keys/${id}`);
			asked.emit('revoked');
			return YES;
		};
		const client = await connect({ key, user });

		// The answer is refused with 401, so the call waits until its client goes away.
		await Promise.all([
			expect(client.call('send_email_reply', reply(sessionId))).rejects.toThrow(),
			revoked.then(() => client.close()),
		]);

		expect((await customer.read(sessionId)).deliveries).toEqual([]);
	});

	it('shows the signature, and sends the one that was shown', async () => {
		const sessionId = await conversation();
		const { mailboxId } = (await customer.read(sessionId)).thread;
		const sign = (signature: string) => customer.acted({ action: 'update', mailboxId, settings: { signature } });
		await sign('Your help desk');
		await sandbox.admin('PATCH', '/settings', { clockFactor: 0.001 });
		const asked: string[] = [];
		const client = await connect({ user: (message) => (asked.push(message), YES) });
		await client.call('send_email_reply', reply(sessionId));
		await sign('Another desk');
		await sandbox.admin('PATCH', '/settings', { clockFactor: 1000 });
		await customer.delivered(sessionId, 'delivered');

		expect(asked[0]).toContain('It is on its way.\n\n-- \nYour help desk');
		const [mail] = await customer.received('ada@client.example');
		expect(mail?.text).toContain('It is on its way.\n\n-- \nYour help desk');
	});

	it('sends nothing when the mail changed while the user was reading', async () => {
		const sessionId = await conversation();
		const { mailboxId } = (await customer.read(sessionId)).thread;
		const user = async () => {
			await customer.acted({ action: 'update', mailboxId, settings: { signature: 'Another desk' } });
			return YES;
		};

		const answer = await (await connect({ user })).call('send_email_reply', reply(sessionId));

		expect(answer).toMatchObject({ isError: true, body: { type: 'email_changed' } });
		expect((await customer.read(sessionId)).deliveries).toEqual([]);
	});

	it('answers a repeat as before, without asking again, even when the mailbox sends no more', async () => {
		const sessionId = await conversation();
		let questions = 0;
		const client = await connect({ user: () => ((questions += 1), YES) });
		const args = reply(sessionId);
		const first = await client.call('send_email_reply', args);
		await customer.acted({ action: 'disconnect', mailboxId: (await customer.read(sessionId)).thread.mailboxId });

		expect(await client.call('send_email_reply', args)).toEqual(first);
		expect(questions).toBe(1);
		const other = await client.call('send_email_reply', { ...args, content: 'Something else' });
		expect(other).toMatchObject({ isError: true, body: { type: 'idempotency_key_reused' } });
	});

	it('repeats with the same key and content, and refuses bcc', async () => {
		const sessionId = await conversation();
		const client = await connect({ user: () => YES });
		const args = reply(sessionId);
		const first = await client.call('send_email_reply', args);
		const again = await client.call('send_email_reply', args);
		const blind = await client.call('send_email_reply', reply(sessionId, { bcc: ['x@client.example'] }));

		expect(again).toEqual(first);
		expect(blind.isError).toBe(true);
		expect((await customer.read(sessionId)).deliveries).toHaveLength(1);
	});
});

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
		const { key } = await sandbox.createKey({ scopes: SCOPES.filter((other) => other !== scope) });
		const client = await connect({ key });

		const answer = await client.call(name, { agentId, ...args });

		expect(answer).toMatchObject({
			isError: true,
			body: { type: 'insufficient_scope', detail: expect.stringContaining(scope) as string },
		});
	});

	it('hide agents outside their restriction', async () => {
		const { key } = await sandbox.createKey({ scopes: [...SCOPES], agentIds: ['agent_sales'] });
		const client = await connect({ key });

		const hidden = await client.call('list_email_mailboxes', { agentId });
		const seen = await client.call('list_email_mailboxes', { agentId: 'agent_sales' });

		expect(hidden).toMatchObject({ isError: true, body: { status: 404 } });
		expect(seen.isError).toBe(false);
	});

	const post = (headers: Record<string, string>) =>
		fetch(`${sandbox.running.apiUrl}/mcp`, {
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
		await sandbox.admin('PATCH', '/settings', { rateLimit: 5 });
		const authorization = `Bearer ${sandbox.running.seedKey}`;
		const first = await sandbox.call('GET', '/agents');
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
		const started = await fetch(`${sandbox.running.apiUrl}/mcp`, {
			method: 'POST',
			headers: {
				authorization: `Bearer ${sandbox.running.seedKey}`,
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
		const { key } = await sandbox.createKey({ scopes: [...SCOPES] });

		const own = await post({ authorization: `Bearer ${sandbox.running.seedKey}`, ...session });
		const stolen = await post({ authorization: `Bearer ${key}`, ...session });

		expect(own.status).toBe(200);
		expect(stolen.status).toBe(404);
		await own.body?.cancel();
	});
});
