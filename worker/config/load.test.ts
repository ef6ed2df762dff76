import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, loadConfig, parseConfig } from '.';

const encryptionKey = randomBytes(32).toString('base64');
const token = randomBytes(18).toString('hex');
const good = {
	gateway: { tokens: [{ name: 'n8n', token }] },
	connections: { main: { baseUrl: 'http://127.0.0.1:4010/', apiKey: '${API_KEY}' } },
	encryption: { keys: [{ id: 'first', secret: encryptionKey }], current: 'first' },
};
const env = { API_KEY: 'key-of-the-account' };

function parse(content: Record<string, unknown>, variables: NodeJS.ProcessEnv = env, gateway = true) {
	return parseConfig(content, { source: 'test.yaml', env: variables, gateway });
}

function problemsOf(content: Record<string, unknown>, variables: NodeJS.ProcessEnv = env, gateway = true): string[] {
	try {
		parse(content, variables, gateway);
	} catch (error) {
		if (error instanceof ConfigError) return error.problems.map(({ path, message }) => `${path} ${message}`);
		throw error;
	}
	return [];
}

test('fills in the environment and the defaults', () => {
	const config = parse(good);
	expect(config.connections.main).toEqual({
		baseUrl: 'http://127.0.0.1:4010',
		apiKey: 'key-of-the-account',
		requestsPerMinute: 60,
		shareOfLimit: 0.97,
		labels: {},
		timeZone: 'UTC',
		locale: 'en',
	});
	expect(config.temporal).toEqual({ address: '127.0.0.1:7233', namespace: 'agent-knowledge', fairness: 'auto' });
	expect(config.gateway).toMatchObject({ host: '127.0.0.1', port: 4020, callbackHosts: [] });
	expect(config.timing).toEqual({ settleMs: 60_000, pollMinMs: 5_000, pollMaxMs: 60_000 });
});

test('an environment variable wins over the file', () => {
	const config = parse(good, {
		...env,
		AGENT_KNOWLEDGE_GATEWAY_PORT: '0',
		AGENT_KNOWLEDGE_GATEWAY_CALLBACK_HOSTS: '127.0.0.1:5678, n8n.example:443',
		AGENT_KNOWLEDGE_LOG_LEVEL: '',
	});
	expect(config.gateway).toMatchObject({ port: 0, callbackHosts: ['127.0.0.1:5678', 'n8n.example:443'] });
	expect(config.log.level).toBe('info');
});

test('reports all problems at once, each with its place and what to do', () => {
	const problems = problemsOf({
		gateway: { prot: 1, port: 'high', tokens: [{ name: 'n8n', token: 'short' }], callbackHosts: ['http://n8n'] },
		connections: {
			'no spaces': {},
			other: { baseUrl: 'ftp://example.com', apiKey: '${NOT_SET}', requestsPerMinute: 0, shareOfLimit: 1.2 },
			versioned: { baseUrl: 'https://example.com/api/v1' },
		},
		encryption: { keys: [{ id: 'a', secret: 'c2hvcnQ=' }], current: 'b' },
		log: { level: 'loud' },
		telemetry: { metricsAddress: 'localhost:9464' },
	});
	expect(problems.sort()).toEqual([
		'connections.no spaces is not a valid name; use up to 63 letters, digits, - and _',
		'connections.other.apiKey names the environment variable NOT_SET, which is not set; set it, or write the value here',
		'connections.other.baseUrl must be an http:// or https:// address',
		'connections.other.requestsPerMinute must be 1 or more',
		'connections.other.shareOfLimit must be 1 or less',
		'connections.versioned.apiKey is missing',
		'connections.versioned.baseUrl must be given without /api/v1; it is added',
		'encryption.current names no key of encryption.keys; the ids are: a',
		'encryption.keys[0].secret is not 32 bytes long; make one with: openssl rand -base64 32',
		'gateway.callbackHosts[0] must be host:port, for example 127.0.0.1:5678',
		'gateway.port must be a whole number',
		'gateway.prot is not a setting; docs/worker-configuration.md lists all settings',
		'gateway.tokens[0].token is shorter than 24 characters; make one with: openssl rand -hex 24',
		'log.level must be one of: trace, debug, info, warn, error, fatal, silent',
		'telemetry.metricsAddress must be an IP address and a port, for example 127.0.0.1:9464',
	]);
});

test('names a variable that is empty, if it is the whole value', () => {
	expect(problemsOf(good, { API_KEY: '' })).toEqual([
		'connections.main.apiKey names the environment variable API_KEY, which is empty; set it, or write the value here',
	]);
	const main = { ...good.connections.main, apiKey: 'key${SUFFIX}' };
	expect(parse({ ...good, connections: { main } }, { SUFFIX: '' }).connections.main?.apiKey).toBe('key');
});

test('names the sections that are missing', () => {
	expect(problemsOf({})).toEqual(['connections is missing', 'encryption is missing']);
	expect(problemsOf({ ...good, gateway: {} })).toEqual([
		expect.stringContaining('gateway.tokens is empty; name at least one token'),
	]);
	expect(problemsOf({ ...good, gateway: {} }, env, false)).toEqual([]);
});

test('an address may not carry credentials', () => {
	const connections = { main: { baseUrl: 'https://user:pass@example.com', apiKey: 'k' } };
	expect(problemsOf({ ...good, connections })).toEqual([
		'connections.main.baseUrl must not contain a user name or password',
	]);
});

const SECRET_QUERY = 'do-not-show-me';

test.each([
	['gateway.publicUrl', (url: string) => ({ gateway: { ...good.gateway, publicUrl: url } })],
	['connections.main.baseUrl', (baseUrl: string) => ({ connections: { main: { ...good.connections.main, baseUrl } } })],
	['temporal.uiUrl', (uiUrl: string) => ({ temporal: { uiUrl } })],
	['telemetry.tracesEndpoint', (tracesEndpoint: string) => ({ telemetry: { tracesEndpoint } })],
	['buckets.reports.endpoint', (endpoint: string) => ({ buckets: { reports: { bucket: 'reports', endpoint } } })],
	[
		'destinations.crm.baseUrl',
		(baseUrl: string) => ({ destinations: { crm: { type: 'hubspot', accessToken: 'a-token', baseUrl } } }),
	],
])('%s may have a path, but nothing behind which a path cannot be appended', (field, having) => {
	const url = 'https://example.com/below/a/path/';
	expect(problemsOf({ ...good, ...having(url) })).toEqual([]);
	for (const more of [`?key=${SECRET_QUERY}`, `#${SECRET_QUERY}`, '?'])
		expect(problemsOf({ ...good, ...having(url + more) })).toEqual([
			`${field} must not contain ? or #, because paths are appended to it; remove this character and all that follows it`,
		]);
});

test('only the address of a service cannot end in /api/v1', () => {
	expect(
		parse({ ...good, gateway: { ...good.gateway, publicUrl: 'https://example.com/api/v1/' } }).gateway.publicUrl,
	).toBe('https://example.com/api/v1');
	const connections = { main: { ...good.connections.main, baseUrl: 'https://example.com/api/v1/' } };
	expect(problemsOf({ ...good, connections })).toEqual([
		'connections.main.baseUrl must be given without /api/v1; it is added',
	]);
});

test('no message repeats a secret', () => {
	const secret = 'do-not-show-me';
	const problems = problemsOf({
		gateway: { tokens: [{ name: 'n8n', token: secret }], signingSecret: secret },
		connections: { main: { baseUrl: `${secret}://x`, apiKey: { secret } } },
		encryption: { keys: [{ id: 'a', secret }], current: 'a' },
	});
	expect(problems).toHaveLength(5);
	expect(problems.join('\n')).not.toContain(secret);
});

describe('a signing secret', () => {
	const bytes = Buffer.alloc(32, 0xfb).toString('base64');
	const withSecret = (signingSecret: string) => ({ ...good, gateway: { ...good.gateway, signingSecret } });

	test.each([
		['base64url', `whsec_${Buffer.alloc(32, 0xfb).toString('base64url')}`],
		['a blank inside', `whsec_${bytes.slice(0, 20)} ${bytes.slice(20)}`],
		['words', 'whsec_this-is-a-long-secret-of-ours-and-nobody-knows-it'],
		['too few bytes', `whsec_${Buffer.alloc(23).toString('base64')}`],
		['too many bytes', `whsec_${Buffer.alloc(65).toString('base64')}`],
		['nothing behind the prefix', 'whsec_'],
		['no prefix', bytes],
	])('that is %s, with which nothing can be signed, is a problem that does not show it', (_what, secret) => {
		expect(problemsOf(withSecret(secret))).toEqual([
			'gateway.signingSecret must be whsec_ and the base64 of 24 to 64 bytes; make one with: echo whsec_$(openssl rand -base64 32)',
		]);
	});

	test('is taken without the blanks and the end of line around it', () => {
		const secret = `whsec_${bytes}`;
		expect(parse(withSecret(` ${secret}\n`)).gateway.signingSecret).toBe(secret);
	});
});

describe('a token', () => {
	const withTokens = (...tokens: string[]) => ({
		...good,
		gateway: { tokens: tokens.map((each, index) => ({ name: `caller-${index}`, token: each })) },
	});

	test.each(['four words and some more of them', 'ä'.repeat(24), `${'a'.repeat(24)}\u00a0b`, `${'a'.repeat(24)}\nb`])(
		'that no header can carry (%j) is a problem that does not show it',
		(invalid) => {
			expect(problemsOf(withTokens(invalid))).toEqual([
				'gateway.tokens[0].token has a space, or a character that no header can carry; make one with: openssl rand -hex 24',
			]);
		},
	);

	test('that two names have is a problem that does not show it', () => {
		expect(problemsOf(withTokens(token, `${token}x`, ` ${token}`))).toEqual([
			'gateway.tokens[2].token is the same as that of gateway.tokens[0]; give every name a token of its own',
		]);
	});

	test('may have every sign of ASCII', () => {
		expect(problemsOf(withTokens('!"#$%&()*+,-./:;<=>?@[]^_`{|}~'))).toEqual([]);
	});
});

describe('the file', () => {
	const directory = mkdtempSync(join(tmpdir(), 'agent-knowledge-config-'));

	function write(name: string, text: string): string {
		const path = join(directory, name);
		writeFileSync(path, text);
		return path;
	}

	test('is found through AGENT_KNOWLEDGE_CONFIG', () => {
		const path = write('good.yaml', JSON.stringify(good));
		expect(loadConfig({ env: { ...env, AGENT_KNOWLEDGE_CONFIG: path } }).connections).toHaveProperty('main');
	});

	test('that does not exist says what to do', () => {
		expect(() => loadConfig({ path: join(directory, 'none.yaml'), env })).toThrow(
			/none\.yaml has a problem:\n {2}- the file does not exist; copy worker\/agent-knowledge\.example\.yaml/,
		);
	});

	test('with broken YAML names the line and quotes nothing', () => {
		const path = write('broken.yaml', 'gateway:\n  tokens: [ {name: a, token: do-not-show-me }\n');
		expect(() => loadConfig({ path, env })).toThrow(/line 3, column 1 is not valid YAML/);
		expect(() => loadConfig({ path, env })).not.toThrow(/do-not-show-me/);
	});
});
