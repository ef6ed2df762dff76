import { TOKEN_ROLES, type TokenRole, VERSION } from '../../config';
import { tokenSchema } from '../../config/gateway-schema';
import { inMemoryTasks } from '../testing/in-memory-tasks';
import { type TestRequest, useTestGateway } from '../testing/test-gateway';
import { Tokens } from './tokens';

const { serve, ask } = useTestGateway();

const tokens = new Tokens([
	{ name: 'n8n', token: 'a'.repeat(24), roles: ['read', 'start'] },
	{ name: 'ops', token: 'b'.repeat(24), roles: [...TOKEN_ROLES] },
]);

test.each([
	[`Bearer ${'b'.repeat(24)}`, 'ops'],
	[`bearer ${'a'.repeat(24)}`, 'n8n'],
	[`Bearer ${'a'.repeat(23)}`, null],
	[`Bearer ${'a'.repeat(25)}`, null],
	[`Basic ${'a'.repeat(24)}`, null],
	['Bearer ', null],
	['', null],
	[undefined, null],
])('%p is the token of %p', (authorization, name) => {
	expect(tokens.holderOf(authorization)?.name ?? null).toBe(name);
});

test.each(['/v1/whoami', '/v1/tasks', '/v1/nothing', '/v1/task-types', '/v1/connections'])(
	'%s asks for a token first',
	async (url) => {
		const none = await ask({ url, token: null });
		const wrong = await ask({ url, token: 'wrong' });
		expect([none.status, wrong.status]).toEqual([401, 401]);
		expect(none.headers.get('www-authenticate')).toBe('Bearer');
		expect(none.body).toMatchObject({ type: 'unauthorized', status: 401, issues: [] });
	},
);

test.each(['/', '/healthz', '/openapi.json'])('%s asks for none', async (url) => {
	expect((await ask({ url, token: null })).status).toBe(200);
});

test('whoami tells whose token it is', async () => {
	expect((await ask({ url: '/v1/whoami' })).body).toMatchObject({
		version: VERSION,
		name: 'tester',
		roles: [...TOKEN_ROLES],
	});
});

describe('a role', () => {
	const token = 'c'.repeat(24);
	const key = { 'idempotency-key': 'once' };
	const input = { connection: 'main', agentId: 'agent_support' };
	const requests: Record<TokenRole, TestRequest[]> = {
		read: [
			{ url: '/v1/tasks' },
			{ url: '/v1/schedules' },
			{ url: '/v1/tasks/a%2Fb/review' },
			{ url: '/v1/connections' },
		],
		start: [
			{ method: 'POST', url: '/v1/tasks/retrain-and-wait', headers: key, payload: input },
			{ method: 'POST', url: '/v1/tasks/a%2Fb/cancel' },
			{ method: 'POST', url: '/v1/tasks/a%2Fb/actions/pause', headers: key },
			{ method: 'PUT', url: '/v1/blobs', payload: 'x' },
			{ method: 'DELETE', url: '/v1/schedules/nights' },
			{ method: 'POST', url: '/v1/subscriptions', headers: key, payload: {} },
		],
		decide: [{ method: 'POST', url: '/v1/tasks/a%2Fb/decision', headers: key, payload: {} }],
		erase: [
			{ method: 'POST', url: '/v1/persons/erase', headers: key, payload: {} },
			{ method: 'POST', url: '/v1/persons/find', headers: key, payload: {} },
			{ url: '/v1/persons/person-find%2F1' },
		],
		decode: [{ method: 'POST', url: '/codec/decode', payload: { payloads: [] } }],
	};
	const missing = { status: 403, body: { type: 'role_missing', status: 403, issues: [] } };

	test.each(TOKEN_ROLES)('%s is enough for its own requests, and for no others', async (role) => {
		const { ask } = serve({ tokens: new Tokens([{ name: 'one', token, roles: [role] }]) });
		const others = TOKEN_ROLES.filter((other) => other !== role);
		for (const request of requests[role]) expect((await ask({ ...request, token })).status).not.toBe(403);
		for (const other of others)
			for (const request of requests[other]) {
				const { status, body, text } = await ask({ ...request, token });
				expect({ status, body }).toMatchObject(missing);
				expect(text).toContain(`needs the role ${other}. `);
			}
		expect((await ask({ url: '/v1/whoami', token })).body).toMatchObject({ name: 'one', roles: [role] });
		expect((await ask({ url: '/v1/nothing', token })).status).toBe(404);
	});

	test('that is missing starts nothing, and the body is not even looked at', async () => {
		const tasks = inMemoryTasks();
		const { ask } = serve({ tasks, tokens: new Tokens([{ name: 'one', token, roles: ['read'] }]) });
		const start = { method: 'POST', url: '/v1/tasks/retrain-and-wait', token };
		expect(await ask({ ...start, headers: key, payload: input })).toMatchObject(missing);
		expect(await ask({ ...start, payload: '{broken' })).toMatchObject(missing);
		expect((await tasks.list({})).items).toEqual([]);
	});
});

test('who names no role may do all but erase and decode', () => {
	expect(tokenSchema.parse({ name: 'n8n', token: 'a'.repeat(24) }).roles).toEqual(['read', 'start', 'decide']);
});

test('tokens that were replaced count at once', async () => {
	const known = new Tokens([]);
	const { ask, token } = serve({ tokens: known });
	expect((await ask({ url: '/v1/whoami' })).status).toBe(401);
	known.replace([{ name: 'new', token, roles: ['read'] }]);
	expect((await ask({ url: '/v1/whoami' })).body).toMatchObject({ name: 'new', roles: ['read'] });
});
