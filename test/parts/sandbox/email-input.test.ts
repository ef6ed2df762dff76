import fc from 'fast-check';
import { errorSchema } from '../../../api';
import { EmailCustomer, newKey } from './email-customer';
import { TestMcpClient } from './mcp-client';
import { TestSandbox } from './running-sandbox';

let sandbox: TestSandbox;
let customer: EmailCustomer;
let known: { mailboxId: string; sessionId: string };
beforeAll(async () => {
	sandbox = await TestSandbox.start({ clockFactor: 10_000 });
	customer = new EmailCustomer(sandbox);
	const { id: mailboxId } = await customer.activeMailbox('help@shop.example');
	known = { mailboxId, sessionId: await customer.conversation('ada@client.example') };
});
afterAll(() => sandbox.running.close());

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constant('ada@client.example'));
const anything = fc.anything({ maxDepth: 2, withNullPrototype: false });
/** Mostly what is right, at times any text, or anything at all. */
const mostly = <Value>(right: fc.Arbitrary<Value>) =>
	fc.oneof({ weight: 16, arbitrary: right }, { weight: 2, arbitrary: text }, { weight: 1, arbitrary: anything });
const plainEmail = fc.stringMatching(/^[a-z]{1,8}@(client|bounce)\.example$/);
const email = fc.oneof({ weight: 4, arbitrary: plainEmail }, { weight: 1, arbitrary: fc.emailAddress() });
const emails = fc.oneof(fc.constant(undefined), fc.array(email, { minLength: 1, maxLength: 6 }));
const mailboxId = fc
	.constantFrom('known', 'known', 'known', 'mbx_none')
	.map((id) => (id === 'known' ? known.mailboxId : id));
const sessionId = fc
	.constantFrom('known', 'known', 'known', 'email:none')
	.map((id) => (id === 'known' ? known.sessionId : id));
const body = (fields: Record<string, fc.Arbitrary<unknown>>) =>
	fc.oneof(
		{ weight: 6, arbitrary: fc.record(fields) },
		{ weight: 2, arbitrary: fc.record(fields, { requiredKeys: [] }) },
		{ weight: 1, arbitrary: anything },
	);

const onMailbox = fc.constantFrom('check', 'test-forwarding', 'test-sending', 'activate', 'reconnect');
const settings = fc.record({ name: text, signature: text, aiEnabled: fc.boolean() }, { requiredKeys: [] });
const action = fc.oneof(
	body({ action: mostly(onMailbox), mailboxId: mostly(mailboxId) }),
	body({ action: fc.constant('create'), address: mostly(email), name: mostly(text) }),
	body({ action: fc.constant('update'), mailboxId: mostly(mailboxId), settings: mostly(settings) }),
	body({ action: fc.constant('mail-from'), mailboxId: mostly(mailboxId), enabled: mostly(fc.boolean()) }),
);
const conversation = body({
	email: mostly(email),
	subject: mostly(text),
	idempotencyKey: mostly(text),
	name: mostly(text),
	mailboxId: mostly(mailboxId),
});
const reply = body({
	sessionId: mostly(sessionId),
	content: mostly(text),
	idempotencyKey: mostly(text),
	to: mostly(emails),
	cc: mostly(emails),
	subject: mostly(text),
	mailboxId: mostly(mailboxId),
});
const segment = mostly(sessionId).map((value) => {
	// A lone surrogate has no form in a URL, and not every object one as a string.
	const id = typeof value === 'string' ? value : fc.stringify(value);
	return encodeURIComponent(Buffer.from(id).toString());
});

const request = fc.oneof(
	action.map((value) => ['POST', '', value] as const),
	conversation.map((value) => ['POST', '/conversations', value] as const),
	reply.map((value) => ['POST', '/replies', value] as const),
	fc.tuple(segment, anything).map(([id, value]) => ['POST', `/conversations/${id}`, value] as const),
	segment.map((id) => ['GET', `/conversations/${id}`, undefined] as const),
	segment.map((id) => ['GET', `?mailboxId=${id}`, undefined] as const),
	segment.map((id) => ['DELETE', `?mailboxId=${id}`, undefined] as const),
);

describe('any input of email', () => {
	it('adds no header of its own to a mail', async () => {
		const other = new EmailCustomer(sandbox, 'agent_sales');
		const { mailbox } = await other.acted({
			action: 'create',
			address: 'sales@shop.example',
			name: 'Sales\r\nBcc: evil@other.example',
		});
		await other.acted({ action: 'test-forwarding', mailboxId: mailbox.id });
		await other.acted({ action: 'activate', mailboxId: mailbox.id });
		const session = await other.conversation('bob@client.example');
		await other.replied(session, { subject: 'Hello\r\nBcc: evil@other.example\r\n\r\nBody', idempotencyKey: newKey() });
		await other.delivered(session, 'delivered');

		const raw = await other.rawMail('bob@client.example');

		expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im);
		expect(await other.received('evil@other.example')).toEqual([]);
	});

	it('never leads to a 5xx, nor to an error outside the envelope', async () => {
		let accepted = 0;
		await fc.assert(
			fc.asyncProperty(request, async ([method, path, value]) => {
				const answer = await sandbox.call(method, `${customer.path}${path}`, { body: value });
				accepted += answer.status < 400 ? 1 : 0;
				const said = answer.status < 400 ? answer.status : errorSchema.parse(answer.body).status;
				expect(said).toBe(answer.status);
				expect(answer.status).toBeLessThan(500);
			}),
			{ numRuns: 1000 },
		);
		// A test that is always refused would show nothing.
		expect(accepted).toBeGreaterThan(100);
	});

	it('never breaks an MCP session', async () => {
		const client = await TestMcpClient.connect(sandbox, { user: () => ({ action: 'decline' }) });
		const call = fc.oneof(
			action.map((value) => ['manage_email_mailbox', value] as const),
			reply.map((value) => ['send_email_reply', value] as const),
		);
		await fc.assert(
			fc.asyncProperty(call, async ([name, value]) => {
				const args = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
				// Fastify refuses a body that would change prototypes.
				const sent = JSON.stringify({ ...args, agentId: 'agent_support' }).replaceAll('__proto__', 'proto');
				await client.call(name, JSON.parse(sent) as Record<string, unknown>);
			}),
			{ numRuns: 200 },
		);
		expect((await client.call('list_email_mailboxes', { agentId: 'agent_support' })).isError).toBe(false);
		await client.close();
	});
});
