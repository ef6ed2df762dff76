import { limitsSchema } from '../../config/gateway-schema';
import { inMemoryTasks } from '../testing/in-memory-tasks';
import { testGateway } from '../testing/test-gateway';
import { Tokens } from './tokens';

const [one, other] = ['1'.repeat(24), '2'.repeat(24)];
const tokens = new Tokens([
	{ name: 'one', token: one, roles: ['read', 'start'] },
	{ name: 'other', token: other, roles: ['read'] },
]);
const limited = (limits: object, more: object = {}) => ({ inFile: { gateway: { limits, ...more } } });
const statuses = (replies: Array<{ status: number }>) => replies.map(({ status }) => status);

test('a token that asks too often is told when to try again, and no other token is held up', async () => {
	const { ask } = await testGateway({ tokens, ...limited({ perToken: 3, perAddress: 1 }) });
	const asked = [];
	for (let count = 0; count < 5; count += 1) asked.push(await ask({ url: '/v1/whoami', token: one }));
	expect(statuses(asked)).toEqual([200, 200, 200, 429, 429]);
	const [, , , refused] = asked;
	expect(refused?.body).toMatchObject({
		type: 'too_many_requests',
		status: 429,
		detail: expect.stringContaining(
			'takes 3 requests a minute from the token "one" (gateway.limits.perToken)',
		) as string,
		issues: [],
	});
	expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
	expect((await ask({ url: '/v1/whoami', token: other })).status).toBe(200);
});

test('a start beyond the limit starts nothing', async () => {
	const tasks = inMemoryTasks();
	const { ask } = await testGateway({ tokens, tasks, ...limited({ perToken: 1, perAddress: 1 }) });
	await ask({ url: '/v1/whoami', token: one });
	const payload = { connection: 'main', agentId: 'agent_support' };
	const headers = { 'idempotency-key': 'k' };
	const start = { method: 'POST', url: '/v1/tasks/retrain-and-wait', token: one, payload, headers };
	expect((await ask(start)).status).toBe(429);
	expect((await tasks.list({})).items).toEqual([]);
});

test.each([
	['hooks', { method: 'POST', url: '/hooks/none', payload: {}, token: null }, 404],
	['reviews', { url: '/review/none', token: null }, 404],
	['tokens that are none', { url: '/v1/whoami', token: 'wrong' }, 401],
	['no token', { url: '/v1/tasks', token: null }, 401],
])('%s are counted by address', async (_what, request, status) => {
	const { ask } = await testGateway({ tokens, ...limited({ perToken: 100, perAddress: 2 }) });
	expect(statuses([await ask(request), await ask(request), await ask(request)])).toEqual([status, status, 429]);
	expect((await ask({ url: '/v1/whoami', token: one })).status).toBe(200);
	expect((await ask({ url: '/healthz', token: null })).status).toBe(200);
});

test('an address that a caller makes up does not count, unless a trusted proxy gave it', async () => {
	const wrong = (address: string) => ({ url: '/v1/tasks', token: 'x', headers: { 'x-forwarded-for': address } });
	const limits = { perToken: 100, perAddress: 1 };
	const open = await testGateway({ tokens, ...limited(limits) });
	expect(statuses([await open.ask(wrong('192.0.2.1')), await open.ask(wrong('192.0.2.2'))])).toEqual([401, 429]);
	const behind = await testGateway({ tokens, ...limited(limits, { trustedProxies: ['127.0.0.0/8'] }) });
	expect(statuses([await behind.ask(wrong('192.0.2.1')), await behind.ask(wrong('192.0.2.2'))])).toEqual([401, 401]);
	expect((await behind.ask(wrong('192.0.2.1'))).status).toBe(429);
});

test('what stands in no configuration is generous', () => {
	expect(limitsSchema.parse({})).toEqual({ perToken: 30_000, perAddress: 600 });
});
