import { Tokens } from './tokens';
import { testGateway } from './testing/test-gateway';

const tokens = new Tokens([
	{ name: 'n8n', token: 'a'.repeat(24) },
	{ name: 'ops', token: 'b'.repeat(24) },
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
	expect(tokens.nameOf(authorization)).toBe(name);
});

test.each(['/v1/whoami', '/v1/tasks', '/v1/nothing', '/v1/task-types', '/v1/connections'])(
	'%s asks for a token first',
	async (url) => {
		const { ask } = await testGateway();
		const none = await ask({ url, token: null });
		const wrong = await ask({ url, token: 'wrong' });
		expect([none.status, wrong.status]).toEqual([401, 401]);
		expect(none.headers.get('www-authenticate')).toBe('Bearer');
		expect(none.body).toMatchObject({ type: 'unauthorized', status: 401, issues: [] });
	},
);

test.each(['/', '/healthz', '/readyz', '/metrics', '/openapi.json'])('%s asks for none', async (url) => {
	const { ask } = await testGateway();
	expect((await ask({ url, token: null })).status).toBe(200);
});

test('whoami tells whose token it is', async () => {
	const { ask } = await testGateway();
	expect((await ask({ url: '/v1/whoami' })).body).toEqual({ name: 'tester' });
});
