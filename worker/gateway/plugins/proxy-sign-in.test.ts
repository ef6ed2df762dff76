import { request as httpRequest } from 'node:http';
import { Writable } from 'node:stream';
import { proxySignInSchema } from '../../config/proxy-sign-in-schema';
import { createLogger } from '../../log';
import { ProxySignIn } from './proxy-sign-in';
import { inMemoryReviews, inMemorySchedules } from '../testing/in-memory-services';
import { type TestGateway, testGateway, type TestRequest, useTestGateway } from '../testing/test-gateway';

const publicUrl = 'https://tasks.example.com';
const HERE = ['127.0.0.0/8', '::1'];
const proxySignIn = {
	proxies: HERE,
	users: { ada: ['read', 'start', 'decide'], zoë: ['read'] },
	groups: { operators: ['start'], auditors: ['read', 'erase'] },
};
const ada = { 'remote-user': 'ada' };
const own = { origin: publicUrl, 'sec-fetch-site': 'same-origin' };
const pause = { method: 'POST', url: '/v1/schedules/nights/pause' };
/** What there is to pause. */
const nights = {
	id: 'nights',
	type: 'nightly-retrain' as const,
	input: { connection: 'main' },
	cron: ['0 3 * * *'],
	timeZone: 'UTC',
	jitterSeconds: 0,
};
/** The request as a browser of hers sends it. @param headers beside those of the request */
const byAda = (request: TestRequest, headers: Record<string, string> = own): TestRequest => ({
	...request,
	token: null,
	headers: { ...request.headers, ...ada, ...headers },
});
const whoami = (headers: Record<string, string>) => ({ url: '/v1/whoami', token: null, headers });

/** What the gateway of the test logs. */
const lines: string[] = [];
const destination = new Writable({
	write(chunk: Buffer, _encoding, done) {
		lines.push(chunk.toString());
		done();
	},
});
const logger = createLogger({ level: 'info' }, destination);
const logged = () => lines.join('');
const warnings = () => lines.filter((line) => line.includes('"warn"'));
beforeEach(() => {
	lines.length = 0;
});

/** Behind a proxy on this machine. */
const behindProxy = { inFile: { gateway: { publicUrl, proxySignIn } }, logger };
const gateway = useTestGateway(behindProxy);
/** One with other settings of the sign-in, or of the gateway. */
const gatewayWith = (settings: object, more: object = {}) =>
	testGateway({ inFile: { gateway: { publicUrl, proxySignIn: { ...proxySignIn, ...settings }, ...more } }, logger });

/** `fetch` joins headers of the same name. This sends each as a line of its own. */
function statusOf({ url }: TestGateway, path: string, headers: Record<string, string | string[]>): Promise<number> {
	return new Promise((resolve, reject) => {
		httpRequest(url + path, { headers }, (response) => {
			response.resume();
			resolve(response.statusCode ?? 0);
		})
			.on('error', reject)
			.end();
	});
}

describe('a person whom the proxy signed in', () => {
	test('has the roles of the configuration, and is called by their name', async () => {
		const { ask } = await gatewayWith({ signOutUrl: '/oauth2/sign_out' });
		const { status, body, headers } = await ask(whoami(ada));
		expect(status).toBe(200);
		expect(body).toMatchObject({
			name: 'ada',
			roles: ['read', 'start', 'decide'],
			signedInBy: 'proxy',
			signOutUrl: '/oauth2/sign_out',
		});
		expect(headers.get('cache-control')).toBe('no-store');
	});

	test.each([
		['nobody', 'operators', ['start']],
		['nobody', 'guests, auditors ,operators', ['read', 'erase', 'start']],
		['ada', 'auditors', ['read', 'start', 'decide', 'erase']],
	])('%s has all roles of the groups %s', async (user, groups, roles) => {
		const { ask } = gateway;
		const { body } = await ask(whoami({ 'remote-user': user, 'remote-groups': groups }));
		expect(body).toMatchObject({ name: user, roles });
	});

	test.each(['bob', 'Ada', 'constructor', '__proto__'])('without a role (%s) may do nothing', async (user) => {
		const { ask } = gateway;
		for (const url of ['/v1/whoami', '/v1/tasks', '/v1/nothing']) {
			const { status, body } = await ask({ url, token: null, headers: { 'remote-user': user } });
			expect(status).toBe(403);
			expect(body).toMatchObject({
				type: 'roles_missing',
				detail: expect.stringContaining(`You are signed in as "${user}"`) as string,
			});
		}
	});

	test('has the roles for everyone, if there are some', async () => {
		const { ask } = await gatewayWith({ everyone: ['read'] });
		expect((await ask(whoami({ 'remote-user': 'bob' }))).body).toMatchObject({ name: 'bob', roles: ['read'] });
		expect((await ask(whoami(ada))).body).toMatchObject({ roles: ['read', 'start', 'decide'] });
	});

	test('reads in words which role is missing', async () => {
		const { ask } = await gatewayWith({ users: { ada: ['read'] } });
		const { status, body } = await ask(byAda(pause));
		expect(status).toBe(403);
		expect(body).toMatchObject({
			type: 'role_missing',
			title: 'You have no role "start"',
			detail: expect.stringContaining('You are signed in as "ada" with: read.') as string,
		});
	});

	test('has the roles that were replaced, at once', async () => {
		const people = new ProxySignIn(proxySignInSchema.parse(proxySignIn));
		const { ask } = await testGateway({ ...behindProxy, people });
		expect((await ask(whoami(ada))).status).toBe(200);
		people.replaceRoles({ users: {}, groups: {}, bound: [] });
		expect((await ask(whoami(ada))).body).toMatchObject({ type: 'roles_missing' });
		people.replaceRoles({ users: {}, groups: {}, everyone: ['read'], bound: [] });
		expect((await ask(whoami(ada))).body).toMatchObject({ name: 'ada', roles: ['read'] });
	});

	test('can have a name in any script, which the proxy sends as UTF-8', async () => {
		const { ask } = gateway;
		const name = Buffer.from('zoë', 'utf8').toString('latin1');
		expect((await ask(whoami({ 'remote-user': name }))).body).toMatchObject({ name: 'zoë', roles: ['read'] });
		expect((await ask(whoami({ 'remote-user': 'zo\u00eb' }))).body).toMatchObject({ type: 'sign_in_unclear' });
	});

	test('is in the log beside each request, and apart from a token of the same name', async () => {
		const { ask } = await gatewayWith({ users: { tester: ['read'] } });
		await ask(whoami({ 'remote-user': 'tester' }));
		await ask({ url: '/v1/whoami' });
		expect(logged()).toContain('"client":"tester","signedInBy":"proxy"');
		expect(logged()).toMatch(/"client":"tester"[,}](?!"signedInBy")/);
	});

	test('has a limit of their own, apart from a token of the same name', async () => {
		const limits = { perToken: 1, perAddress: 100 };
		const { ask } = await gatewayWith({ users: { tester: ['read'] } }, { limits });
		const person = whoami({ 'remote-user': 'tester' });
		expect([(await ask(person)).status, (await ask({ url: '/v1/whoami' })).status]).toEqual([200, 200]);
		const { status, text } = await ask(person);
		expect([status, text]).toEqual([429, expect.stringContaining('from the person \\"tester\\"')]);
	});

	test('decides under their own name, and no other', async () => {
		const decided: string[] = [];
		const reviews = {
			...inMemoryReviews(),
			decide: (_id: string, { id, by, hash }: { id: string; by: string; hash: string }) => {
				decided.push(by);
				const at = new Date(0).toISOString();
				const decision = { id, action: 'approve' as const, by, via: 'api' as const, at, question: 1, hash, note: null };
				return Promise.resolve({ decision, next: null });
			},
		};
		const { ask } = gateway.serve({ reviews });
		const decide = (payload: object): TestRequest => ({
			method: 'POST',
			url: '/v1/tasks/a%2Fb/decision',
			headers: { 'idempotency-key': 'k' },
			payload: { action: 'approve', hash: 'h', ...payload },
		});
		expect((await ask(byAda(decide({})))).body).toMatchObject({ decision: { by: 'ada' } });
		expect((await ask(byAda(decide({ by: 'ada' })))).status).toBe(200);
		const other = await ask(byAda(decide({ by: 'Bob' })));
		expect([other.status, other.body]).toMatchObject([400, { issues: [{ path: 'by' }] }]);
		expect((await ask(decide({ by: 'Bob' }))).body).toMatchObject({ decision: { by: 'Bob' } });
		expect(decided).toEqual(['ada', 'ada', 'Bob']);
	});
});

describe('a header that proves nothing', () => {
	test('is ignored while no proxy is configured', async () => {
		const { ask } = await testGateway();
		expect((await ask(whoami(ada))).status).toBe(401);
	});

	test('is ignored from any other address, and the log says so once, without the name', async () => {
		const { ask } = await gatewayWith({ proxies: ['192.0.2.1', '2001:db8::/32'] });
		const made = 'ada"}\\n{"level":"fatal"';
		for (const name of ['ada', made, made]) expect((await ask(whoami({ 'remote-user': name }))).status).toBe(401);
		expect(warnings()).toEqual([expect.stringContaining('ignored the header Remote-User') as string]);
		expect(warnings()[0]).toContain('"address":"127.0.0.1"');
		expect(logged()).not.toMatch(/ada|fatal/);
	});

	test('is ignored whatever X-Forwarded-For says, even of a trusted proxy', async () => {
		const { ask } = await gatewayWith({ proxies: ['192.0.2.1'] }, { trustedProxies: HERE });
		const { status } = await ask(whoami({ ...ada, 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1' }));
		expect(status).toBe(401);
	});

	test('is ignored from a program on the machine of the proxy that does not know the secret', async () => {
		const secret = 's'.repeat(24);
		const behindSecret = await gatewayWith({ secret });
		const { ask } = behindSecret;
		expect((await ask(whoami(ada))).status).toBe(401);
		expect((await ask(whoami({ ...ada, 'x-proxy-secret': `${secret}x` }))).status).toBe(401);
		expect(await statusOf(behindSecret, '/v1/whoami', { ...ada, 'x-proxy-secret': ['x', secret] })).toBe(401);
		expect((await ask(whoami({ ...ada, 'x-proxy-secret': secret }))).status).toBe(200);
		expect(warnings()).toHaveLength(1);
		expect(logged()).not.toContain(secret);
	});

	test('is refused if the proxy added its own to one of its client', async () => {
		const open = await gatewayWith({ everyone: ['read'] });
		const status = (headers: Record<string, string | string[]>) => statusOf(open, '/v1/whoami', headers);
		expect(await status({ 'remote-user': ['ada', 'bob'] })).toBe(403);
		expect(await status({ 'remote-user': ['', 'ada'] })).toBe(403);
		expect(await status({ 'remote-user': 'ada, bob' })).toBe(403);
		expect(await status({ 'remote-user': 'bob', 'remote-groups': ['auditors', 'guests'] })).toBe(403);
		expect(await status({ 'remote-user': 'bob' })).toBe(200);
		expect(logged()).not.toContain('auditors');
	});

	test.each(['a\u200bb', 'x'.repeat(201)])('is refused if the name is not valid: %j', async (name) => {
		const { ask } = await gatewayWith({ everyone: ['read'] });
		const sent = Buffer.from(name, 'utf8').toString('latin1');
		expect((await ask(whoami({ 'remote-user': sent }))).body).toMatchObject({ type: 'sign_in_unclear', status: 403 });
	});

	test('is no sign-in if it is empty', async () => {
		const { ask } = await gatewayWith({ everyone: ['read'] });
		const { status, body } = await ask(whoami({ 'remote-user': '' }));
		expect([status, body]).toMatchObject([401, { detail: expect.stringContaining('Remote-User') as string }]);
	});

	test('of groups counts for nothing while no group has a role', async () => {
		const withoutGroups = await gatewayWith({ groups: {} });
		expect(await statusOf(withoutGroups, '/v1/whoami', { ...ada, 'remote-groups': ['a', 'b'] })).toBe(200);
	});

	test('opens neither the codec nor a link of a review', async () => {
		const { ask } = await gatewayWith({ everyone: ['read', 'start', 'decide', 'erase'] });
		const headers = { ...ada, ...own };
		const decode = { method: 'POST', url: '/codec/decode', payload: { payloads: [] }, token: null, headers };
		expect((await ask(decode)).status).toBe(401);
		expect((await ask({ url: '/review/none', token: null, headers })).status).toBe(404);
		expect((await ask({ method: 'POST', url: '/hooks/none', payload: {}, token: null, headers })).status).toBe(404);
	});
});

describe('a token beside it', () => {
	test('works through the proxy and without it', async () => {
		const { ask } = gateway;
		const expected = { name: 'tester', signedInBy: 'token', signOutUrl: null };
		expect((await ask({ url: '/v1/whoami', headers: ada })).body).toMatchObject(expected);
		expect((await ask({ url: '/v1/whoami' })).body).toMatchObject(expected);
	});

	test('that is unknown is refused, and not replaced by the person', async () => {
		const { ask } = gateway;
		expect((await ask({ url: '/v1/whoami', token: 'wrong', headers: ada })).status).toBe(401);
	});

	test('of another scheme is the password that the proxy checked', async () => {
		const { ask } = gateway;
		const { body } = await ask(whoami({ ...ada, authorization: 'Basic YWRhOnNlY3JldA==' }));
		expect(body).toMatchObject({ name: 'ada' });
	});

	test('may write from any program, without the headers of a browser', async () => {
		const schedules = inMemorySchedules();
		await schedules.save(nights);
		const { ask } = gateway.serve({ schedules });
		expect(await ask(pause)).toMatchObject({ status: 200, body: { paused: true, note: 'Paused by tester' } });
	});
});

describe('a write of a signed-in person', () => {
	const evil = 'https://evil.example';

	test.each<[string, Record<string, string>]>([
		["of the gateway's own page", own],
		['of its own page on plain http, where browsers tell less', { origin: publicUrl }],
	])('%s is done in their name', async (_what, headers) => {
		const schedules = inMemorySchedules();
		await schedules.save(nights);
		const { ask } = gateway.serve({ schedules });
		expect(await ask(byAda(pause, headers))).toMatchObject({ status: 200, body: { note: 'Paused by ada' } });
	});

	test.each<[string, Record<string, string>]>([
		['of another site', { origin: evil, 'sec-fetch-site': 'cross-site' }],
		['of another site on plain http', { origin: evil }],
		['of a neighbour of the same site', { origin: 'https://blog.example.com', 'sec-fetch-site': 'same-site' }],
		['of a page that hides where it is', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
		['of another port', { origin: `${publicUrl}:8443`, 'sec-fetch-site': 'same-site' }],
		['of the public host without TLS', { origin: 'http://tasks.example.com' }],
		['that no page sent', { 'sec-fetch-site': 'none' }],
		['without any origin', {}],
		['of a name that leads here without us', { origin: evil, 'sec-fetch-site': 'same-origin' }],
	])('%s does nothing', async (_what, headers) => {
		const schedules = inMemorySchedules();
		await schedules.save(nights);
		const { ask } = gateway.serve({ schedules });
		expect(await ask(byAda(pause, headers))).toMatchObject({ status: 403, body: { type: 'foreign_request' } });
		expect(await schedules.get('nights')).toMatchObject({ paused: false });
	});

	test('needs its own page for every method that writes', async () => {
		const { ask } = await gatewayWith({ everyone: ['read', 'start', 'decide', 'erase'] });
		for (const [method, url] of [
			['PUT', '/v1/blobs'],
			['DELETE', '/v1/schedules/nights'],
			['PATCH', '/v1/subscriptions/a'],
			['POST', '/v1/tasks/a%2Fb/cancel'],
		] as const)
			expect((await ask({ method, url, token: null, headers: ada })).body).toMatchObject({
				type: 'foreign_request',
			});
	});
});

test.each<[string, Record<string, string>, number]>([
	['its own page', { 'sec-fetch-site': 'same-origin' }, 200],
	['somebody who enters the address', { 'sec-fetch-site': 'none' }, 200],
	['a program of the person', {}, 200],
	['a picture on another site', { 'sec-fetch-site': 'cross-site' }, 403],
	['a script on another site', { origin: 'https://evil.example' }, 403],
	['a neighbour of the same site', { 'sec-fetch-site': 'same-site' }, 403],
])('a read of a signed-in person by %s', async (_what, headers, status) => {
	const { ask } = gateway;
	expect((await ask({ url: '/v1/tasks', token: null, headers: { ...ada, ...headers } })).status).toBe(status);
});
