import { EventEmitter, once } from 'node:events';
import { SCOPES } from '../../../api';
import { newKey } from './email-customer';
import { useMcp } from './use-mcp';

const mcp = useMcp();
const agentId = 'agent_support';
const YES = { action: 'accept', content: { send: true } } as const;

async function conversation() {
	await mcp.customer.activeMailbox('help@shop.example');
	return mcp.customer.conversation('ada@client.example');
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
		const tools = await (await mcp.connect()).tools();

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
		const client = await mcp.connect({ user: () => YES });
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
		expect(read.body).toEqual(await mcp.customer.read(sessionId));
		expect(read.body).toMatchObject({ thread: { aiPaused: true } });

		const deleted = await managed({ action: 'delete', mailboxId: mailbox.id });
		expect(deleted.body).toMatchObject({ mailboxes: [] });
	});

	it('answers refusals in the words of the API', async () => {
		const client = await mcp.connect();

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
		const client = await mcp.connect({
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
		await mcp.customer.delivered(sessionId, 'delivered');
		expect(await mcp.customer.received('bob@client.example')).toHaveLength(1);
	});

	test.each([
		['declines', { action: 'decline' }],
		['closes the question', { action: 'cancel' }],
		['leaves it unticked', { action: 'accept', content: { send: false } }],
	] as const)('sends nothing when the user %s', async (_name, result) => {
		const sessionId = await conversation();
		const client = await mcp.connect({ user: () => result });

		const answer = await client.call('send_email_reply', reply(sessionId));

		expect(answer).toMatchObject({ isError: true, body: { type: 'authorization_declined' } });
		expect((await mcp.customer.read(sessionId)).deliveries).toEqual([]);
	});

	it('is refused with what to do where the client cannot ask, unless the owner of the key allowed it', async () => {
		const sessionId = await conversation();
		const { id, key } = await mcp.sandbox.createKey({ scopes: [...SCOPES] });
		const client = await mcp.connect({ key });
		const refused = await client.call('send_email_reply', reply(sessionId));
		const test = await client.call('manage_email_mailbox', {
			agentId,
			action: 'test-sending',
			mailboxId: (await mcp.customer.read(sessionId)).thread.mailboxId,
		});

		expect(refused).toMatchObject({
			isError: true,
			body: { type: 'authorization_needed', detail: expect.stringContaining('dashboard') as string },
		});
		expect(test).toMatchObject({ isError: true, body: { type: 'authorization_needed' } });
		expect((await mcp.customer.read(sessionId)).deliveries).toEqual([]);

		await mcp.sandbox.admin('PATCH', `/keys/${id}`, { mcpSendsUnasked: true });

		const allowed = await client.call('send_email_reply', reply(sessionId));
		expect(allowed).toMatchObject({ isError: false, body: { status: 'queued' } });
	});

	it('is stopped by a key that is revoked while the user reads', async () => {
		const sessionId = await conversation();
		const { id, key } = await mcp.sandbox.createKey({ scopes: [...SCOPES] });
		const asked = new EventEmitter();
		const revoked = once(asked, 'revoked');
		const user = async () => {
			await mcp.sandbox.admin('DELETE', `/keys/${id}`);
			asked.emit('revoked');
			return YES;
		};
		const client = await mcp.connect({ key, user });

		// The answer is refused with 401, so the call waits until its client goes away.
		await Promise.all([
			expect(client.call('send_email_reply', reply(sessionId))).rejects.toThrow(),
			revoked.then(() => client.close()),
		]);

		expect((await mcp.customer.read(sessionId)).deliveries).toEqual([]);
	});

	it('shows the signature, and sends the one that was shown', async () => {
		const sessionId = await conversation();
		const { mailboxId } = (await mcp.customer.read(sessionId)).thread;
		const sign = (signature: string) => mcp.customer.acted({ action: 'update', mailboxId, settings: { signature } });
		await sign('Your help desk');
		await mcp.sandbox.admin('PATCH', '/settings', { clockFactor: 0.001 });
		const asked: string[] = [];
		const client = await mcp.connect({ user: (message) => (asked.push(message), YES) });
		await client.call('send_email_reply', reply(sessionId));
		await sign('Another desk');
		await mcp.sandbox.admin('PATCH', '/settings', { clockFactor: 1000 });
		await mcp.customer.delivered(sessionId, 'delivered');

		expect(asked[0]).toContain('It is on its way.\n\n-- \nYour help desk');
		const [mail] = await mcp.customer.received('ada@client.example');
		expect(mail?.text).toContain('It is on its way.\n\n-- \nYour help desk');
	});

	it('sends nothing when the mail changed while the user was reading', async () => {
		const sessionId = await conversation();
		const { mailboxId } = (await mcp.customer.read(sessionId)).thread;
		const user = async () => {
			await mcp.customer.acted({ action: 'update', mailboxId, settings: { signature: 'Another desk' } });
			return YES;
		};

		const answer = await (await mcp.connect({ user })).call('send_email_reply', reply(sessionId));

		expect(answer).toMatchObject({ isError: true, body: { type: 'email_changed' } });
		expect((await mcp.customer.read(sessionId)).deliveries).toEqual([]);
	});

	it('answers a repeat as before, without asking again, even when the mailbox sends no more', async () => {
		const sessionId = await conversation();
		let questions = 0;
		const client = await mcp.connect({ user: () => ((questions += 1), YES) });
		const args = reply(sessionId);
		const first = await client.call('send_email_reply', args);
		await mcp.customer.acted({
			action: 'disconnect',
			mailboxId: (await mcp.customer.read(sessionId)).thread.mailboxId,
		});

		expect(await client.call('send_email_reply', args)).toEqual(first);
		expect(questions).toBe(1);
		const other = await client.call('send_email_reply', { ...args, content: 'Something else' });
		expect(other).toMatchObject({ isError: true, body: { type: 'idempotency_key_reused' } });
	});

	it('repeats with the same key and content, and refuses bcc', async () => {
		const sessionId = await conversation();
		const client = await mcp.connect({ user: () => YES });
		const args = reply(sessionId);
		const first = await client.call('send_email_reply', args);
		const again = await client.call('send_email_reply', args);
		const blind = await client.call('send_email_reply', reply(sessionId, { bcc: ['x@client.example'] }));

		expect(again).toEqual(first);
		expect(blind.isError).toBe(true);
		expect((await mcp.customer.read(sessionId)).deliveries).toHaveLength(1);
	});
});
