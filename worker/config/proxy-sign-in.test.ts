import { randomBytes } from 'node:crypto';
import { ConfigError, parseConfig } from '.';

const good = { proxies: ['10.0.0.5', 'fd00::/64'], everyone: ['read'] };
const publicUrl = 'https://tasks.example.com';

function gatewayOf(gateway: object) {
	return parseConfig(
		{
			gateway: { tokens: [{ name: 'n8n', token: randomBytes(18).toString('hex') }], ...gateway },
			connections: { main: { baseUrl: 'http://127.0.0.1:4010', apiKey: 'k' } },
			encryption: { keys: [{ id: 'a', secret: randomBytes(32).toString('base64') }], current: 'a' },
		},
		{ source: 'test.yaml', env: {}, gateway: true },
	).gateway;
}

function problemsOf(gateway: object): string[] {
	try {
		gatewayOf(gateway);
	} catch (error) {
		if (error instanceof ConfigError) return error.problems.map(({ path, message }) => `${path} ${message}`);
		throw error;
	}
	return [];
}

test('is off by default', () => {
	expect(gatewayOf({}).proxySignIn).toBeUndefined();
});

test('has the headers of the field as its defaults, and gives no role by itself', () => {
	expect(
		gatewayOf({ publicUrl, proxySignIn: { proxies: ['10.0.0.5'], users: { ada: ['read'] } } }).proxySignIn,
	).toEqual({
		proxies: ['10.0.0.5'],
		userHeader: 'Remote-User',
		groupsHeader: 'Remote-Groups',
		users: { ada: ['read'] },
		groups: {},
		bound: [],
	});
});

test.each([
	['https://auth.example.com/logout'],
	['/oauth2/sign_out'],
	['/oauth2/sign_out?rd=https%3A%2F%2Ftasks.example.com'],
])('people may sign out at %s', (signOutUrl) => {
	expect(problemsOf({ publicUrl, proxySignIn: { ...good, signOutUrl } })).toEqual([]);
});

test('needs the public address, because other origins change nothing', () => {
	expect(problemsOf({ proxySignIn: good })).toEqual([expect.stringMatching(/^gateway\.publicUrl is missing; /)]);
});

test.each([
	['no proxy', { proxies: [] }, 'proxies is empty; name the address of the proxy that signs people in'],
	['every address', { proxies: ['0.0.0.0/0'] }, 'proxies[0] allows every address; name the proxy'],
	['every address of IPv6', { proxies: ['::/0'] }, 'proxies[0] allows every address; name the proxy'],
	[
		'a name for a proxy',
		{ proxies: ['localhost'] },
		'proxies[0] must be an IP address or a network such as 10.0.0.0/8',
	],
	['a short secret', { secret: 'short' }, 'secret is shorter than 24 characters; make one with: openssl rand -hex 24'],
	[
		'a header that browsers send',
		{ userHeader: 'User-Agent' },
		'userHeader is a header with another meaning; use one such as Remote-User',
	],
	[
		'the header of the tokens',
		{ userHeader: 'authorization' },
		'userHeader is a header with another meaning; use one such as Remote-User',
	],
	[
		'the address of the client as its name',
		{ userHeader: 'X-Forwarded-For' },
		'userHeader is a header with another meaning; use one such as Remote-User',
	],
	['no header name', { userHeader: 'Remote User' }, 'userHeader must be the name of a header, such as Remote-User'],
	[
		'one header for both',
		{ groupsHeader: 'remote-user' },
		'groupsHeader is the same as userHeader; the proxy needs a header for each',
	],
	['an unknown role', { users: { ada: ['admin'] } }, 'users.ada[0] must be one of: read, start, decide, erase'],
	['a role for programs', { everyone: ['decode'] }, 'everyone[0] must be one of: read, start, decide, erase'],
	['no roles', { groups: { ops: [] } }, 'groups.ops is empty; name some of: read, start, decide, erase'],
	['a role twice', { users: { ada: ['read', 'read'] } }, 'users.ada names a role twice'],
	[
		'two users in one name',
		{ users: { 'ada,bob': ['read'] } },
		'users.ada,bob is not a valid name; use 1 to 200 visible characters without a comma or a space at an end',
	],
	[
		'a script as the way out',
		{ signOutUrl: 'javascript:alert(1)' },
		'signOutUrl must be an https:// address, or a path such as /oauth2/sign_out',
	],
	[
		'another host as a path',
		{ signOutUrl: '//evil.example' },
		'signOutUrl must be an https:// address, or a path such as /oauth2/sign_out',
	],
	['an unknown setting', { header: 'x' }, 'header is not a setting; docs/worker-configuration.md lists all settings'],
])('%s is a configuration error', (_what, change, problem) => {
	expect(problemsOf({ publicUrl, proxySignIn: { ...good, ...change } })).toEqual([`gateway.proxySignIn.${problem}`]);
});

test('roles for nobody are a configuration error', () => {
	expect(problemsOf({ publicUrl, proxySignIn: { proxies: ['10.0.0.5'] } })).toEqual([
		'gateway.proxySignIn gives no person a role; add users, groups, or roles for everyone',
	]);
});

test('no message repeats the secret', () => {
	const secret = 'do-not-show-me';
	expect(problemsOf({ publicUrl, proxySignIn: { ...good, secret } }).join('\n')).not.toContain(secret);
});
