import { errorSchema, operations, type Operation } from '../../api';
import { type RunningSandbox, startSandbox } from '../../sandbox/start-sandbox';
import { SandboxAdmin } from '../sandbox-admin/sandbox-admin';
import { type Customer, customer } from './customer';

/** What this sandbox does not do yet. The list may only shrink. */
const NOT_YET = [
	'actOnMailbox',
	'chat',
	'createEmailConversation',
	'createQaPair',
	'deleteMailbox',
	'deleteQaPair',
	'getAnalytics',
	'getCodConfirmation',
	'getCodMetrics',
	'getConversation',
	'getEmailConversation',
	'getLead',
	'getOverview',
	'getUsage',
	'listCodConfirmations',
	'listConversations',
	'listLeads',
	'listMailboxes',
	'listQaPairs',
	'listUnansweredQuestions',
	'queueEmailReply',
	'setEmailAutoReplies',
	'updateQaPair',
	'uploadSourceFile',
];

describe('keys, limits, errors and faults', () => {
	let sandbox: RunningSandbox;
	let admin: SandboxAdmin;
	let call: Customer;

	beforeAll(async () => {
		sandbox = await startSandbox({ clockFactor: 1000 });
		admin = new SandboxAdmin(sandbox);
		call = customer(sandbox.apiUrl, sandbox.seedKey);
	});
	beforeEach(() => admin.setSettings({ rateLimit: 'none' }));
	afterAll(() => sandbox.close());

	it('answers 501 in the envelope to what is not there yet', async () => {
		const missing: string[] = [];
		for (const [id, { method, path }] of Object.entries<Operation>(operations)) {
			const answer = await call(method, path.replace('{id}', 'agent_support').replaceAll(/\{\w+\}/g, '1'));
			if (answer.status !== 501) continue;
			expect(errorSchema.parse(answer.body)).toMatchObject({ type: 'not_implemented', status: 501 });
			missing.push(id);
		}
		expect(missing.sort()).toEqual(NOT_YET);
	});

	it('describes itself to everyone', async () => {
		const answer = await customer(sandbox.apiUrl, null)('GET', '/openapi.json');
		expect(answer).toMatchObject({ status: 200, body: { openapi: '3.1.0' } });
	});

	it('refuses missing, unknown, revoked and expired keys', async () => {
		const revoked = await admin.createKey({ scopes: ['read:agents'] });
		expect((await customer(sandbox.apiUrl, revoked.key)('GET', '/agents')).status).toBe(200);
		await admin.revokeKey(revoked.id);
		const expired = await admin.createKey({ scopes: ['read:agents'], expiresAt: '2020-01-01T00:00:00Z' });
		for (const key of [null, 'wrong', revoked.key, expired.key]) {
			const answer = await customer(sandbox.apiUrl, key)('GET', '/agents');
			expect(answer).toMatchObject({ status: 401, body: { type: 'unauthorized', status: 401 } });
		}
	});

	it('holds a key to its scopes and agents', async () => {
		const { key } = await admin.createKey({ scopes: ['read:agents'], agentIds: ['agent_sales'] });
		const restricted = customer(sandbox.apiUrl, key);
		expect(await restricted('GET', '/agents')).toMatchObject({ body: { total: 1, items: [{ id: 'agent_sales' }] } });
		expect((await restricted('GET', '/agents/agent_support')).status).toBe(404);
		expect(await restricted('GET', '/agents/agent_sales/sources')).toMatchObject({
			status: 403,
			body: { type: 'insufficient_scope' },
		});
	});

	it('holds an account to 20 active keys', async () => {
		const create = () => admin.createKey({ scopes: [] });
		const created = [];
		await expect(
			(async () => {
				for (let count = 0; count < 21; count += 1) created.push(await create());
			})(),
		).rejects.toThrow('at most 20');
		for (const { id } of created) await admin.revokeKey(id);
	});

	it('counts requests a minute and says so on every response', async () => {
		const { key } = await admin.createKey({ scopes: ['read:agents'] });
		const counted = customer(sandbox.apiUrl, key);
		await admin.setSettings({ rateLimit: 1 });
		// The minute may change between two of them, but not between each two.
		const answers = [
			await counted('GET', '/agents'),
			await counted('GET', '/nothing'),
			await counted('GET', '/agents'),
		];
		for (const { headers } of answers) expect(headers.get('x-ratelimit-limit')).toBe('1');
		const refused = answers.find(({ status }) => status === 429);
		expect(refused?.body).toMatchObject({ type: 'rate_limit_exceeded', status: 429 });
		expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
		expect(refused?.headers.get('x-ratelimit-remaining')).toBe('0');
		expect((await customer(sandbox.apiUrl, null)('GET', '/agents')).headers.get('x-ratelimit-limit')).toBe('1');
	});

	it.each([
		['malformed JSON', 'POST', '/agents/agent_support/sources', '{"type":', 400, undefined],
		['no body', 'POST', '/agents/agent_support/sources', undefined, 400, undefined],
		['an unknown field', 'POST', '/agents/agent_support/sources', { type: 'text', content: 'x', more: 1 }, 400, 'more'],
		['a wrong type', 'POST', '/agents/agent_support/sources', { type: 'text', content: 5 }, 400, 'content'],
		['a limit out of bounds', 'GET', '/agents?limit=101', undefined, 400, 'limit'],
		['an id that is no number', 'GET', '/agents/agent_support/sources/x', undefined, 400, 'sourceId'],
		['an unknown address', 'GET', '/nothing', undefined, 404, undefined],
		['an unknown agent', 'POST', '/agents/nobody/retrain', undefined, 404, undefined],
		['a body too large', 'POST', '/agents/agent_support/sources', 'x'.repeat(9 * 1024 * 1024), 413, undefined],
		['an address that is none', 'GET', '/agents/%zz', undefined, 400, undefined],
	])('answers %s in the envelope', async (_what, method, path, body, status, field) => {
		const answer = await call(method, path, body);
		const error = errorSchema.parse(answer.body);
		expect(error.status).toBe(status);
		expect(answer.status).toBe(status);
		if (field !== undefined) expect(error.issues?.map((issue) => issue.path)).toContain(field);
	});

	it('loses an answer before or after the effect, and keeps count of what reached it', async () => {
		const retrain = '/agents/{id}/retrain';
		await admin.addFault('POST', retrain, { kind: 'lost-before' });
		await expect(call('POST', '/agents/agent_sales/retrain')).rejects.toThrow();
		expect(await call('GET', '/agents/agent_sales/training-status')).toMatchObject({ body: { run: null } });

		await admin.addFault('POST', retrain, { kind: 'lost-after' });
		await expect(call('POST', '/agents/agent_sales/retrain')).rejects.toThrow();
		expect(await call('GET', '/agents/agent_sales/training-status')).toMatchObject({
			body: { run: { error: null } },
		});

		const reached = await admin.requests({ method: 'POST', path: '/agents/agent_sales/retrain' });
		expect(reached.map(({ status, fault }) => ({ status, fault }))).toEqual([
			{ status: null, fault: 'lost-before' },
			{ status: null, fault: 'lost-after' },
		]);
	});

	it('answers a status with Retry-After, and broken JSON, when asked to', async () => {
		await admin.addFault('GET', '/agents', { kind: 'status', status: 503, retryAfter: 7 });
		const unavailable = await call('GET', '/agents');
		expect(unavailable).toMatchObject({ status: 503, body: { status: 503 } });
		expect(unavailable.headers.get('retry-after')).toBe('7');
		await admin.addFault('GET', '/agents', { kind: 'broken-json' });
		await expect(call('GET', '/agents')).rejects.toThrow('JSON');
		expect((await call('GET', '/agents')).status).toBe(200);
	});
});
