import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, configFiles, loadConfig, loadGatewaySettings, localFileOf, namesInConfig } from '.';
import { mergeLayers, originOf } from './layers';

const token = randomBytes(18).toString('hex');
const generated = {
	gateway: { port: 4020, tokens: [{ name: 'local', token }], callbackHosts: ['127.0.0.1:5678'] },
	connections: { sandbox: { baseUrl: 'http://127.0.0.1:4010', apiKey: 'a-key', requestsPerMinute: 60 } },
	destinations: { flow: { type: 'webhook', url: 'http://127.0.0.1:5678/leads', secret: `whsec_${'A'.repeat(32)}` } },
	encryption: { keys: [{ id: 'first', secret: randomBytes(32).toString('base64') }], current: 'first' },
	mail: { smtpUrl: 'smtp://127.0.0.1:4013', from: 'reviews@team.example' },
};

/** A generated file, with this file of a person beside it. @returns the path of the generated one */
function written(local?: string | object): string {
	const file = join(mkdtempSync(join(tmpdir(), 'agent-knowledge-layers-')), 'agent-knowledge.yaml');
	writeFileSync(file, JSON.stringify(generated));
	if (local !== undefined) writeFileSync(localFileOf(file), typeof local === 'string' ? local : JSON.stringify(local));
	return file;
}

function problemsOf(path: string, env: NodeJS.ProcessEnv = {}): string {
	try {
		loadConfig({ path, env });
	} catch (error) {
		if (error instanceof ConfigError) return error.message.replaceAll(join(path, '..', '/'), '');
		throw error;
	}
	return '';
}

test.each([
	['agent-knowledge.yaml', 'agent-knowledge.local.yaml'],
	['/etc/ak/worker.yml', '/etc/ak/worker.local.yml'],
	['./settings', 'settings.local'],
])('beside %s stands %s', (file, local) => {
	expect(join(localFileOf(file))).toBe(local);
});

test('without a local file only the file itself is read', () => {
	const file = written();
	expect(configFiles(file)).toEqual([file]);
	expect(loadConfig({ path: file, env: {} }).gateway.port).toBe(4020);
});

test('a person adds a destination and a connection, and changes one setting, without repeating the rest', () => {
	const path = written({
		gateway: { port: 4321 },
		connections: {
			sandbox: { requestsPerMinute: 600 },
			live: { baseUrl: 'https://agents.example.com', apiKey: '${KEY}' },
		},
		destinations: { crm: { type: 'hubspot', accessToken: 'a-token' } },
	});
	const config = loadConfig({ path, env: { KEY: 'another-key' } });
	expect(config.gateway).toMatchObject({ port: 4321, callbackHosts: ['127.0.0.1:5678'] });
	expect(config.connections).toMatchObject({
		sandbox: { apiKey: 'a-key', requestsPerMinute: 600 },
		live: { apiKey: 'another-key' },
	});
	expect(Object.keys(config.destinations)).toEqual(['flow', 'crm']);
	expect(namesInConfig(path, 'destinations', {})).toEqual(['flow', 'crm']);
	expect(configFiles(path)).toEqual([path, localFileOf(path)]);
});

test('a list is replaced as a whole, and null removes a setting', () => {
	const path = written('gateway: { callbackHosts: [n8n.example:443] }\nmail:\n');
	const config = loadConfig({ path, env: {} });
	expect(config.gateway.callbackHosts).toEqual(['n8n.example:443']);
	expect(config.mail).toBeUndefined();
});

test('a file of comments only changes nothing', () => {
	const path = written('# gateway:\n#   port: 1\n');
	expect(loadConfig({ path, env: {} })).toEqual(loadConfig({ path: written(), env: {} }));
});

test('each problem names the file or the variable that its value comes from', () => {
	const path = written({
		gateway: { port: 'high', tokens: [{ name: 'mine' }] },
		connections: { sandbox: { requestsPerMinute: 0 }, live: { apiKey: '${NOT_SET}' } },
		timing: { settleMs: 1 },
		prot: 1,
	});
	const env = { AGENT_KNOWLEDGE_TIMING_SETTLE_MS: 'long' };
	expect(problemsOf(path, env).split('\n').sort()).toEqual(
		[
			'The configuration in agent-knowledge.yaml and agent-knowledge.local.yaml has 7 problems:',
			'  - agent-knowledge.local.yaml: gateway.port must be a whole number.',
			'  - agent-knowledge.local.yaml: gateway.tokens[0].token is missing.',
			'  - agent-knowledge.local.yaml: connections.sandbox.requestsPerMinute must be 1 or more.',
			'  - agent-knowledge.local.yaml: connections.live.baseUrl must be an http:// or https:// address.',
			'  - agent-knowledge.local.yaml: connections.live.apiKey names the environment variable NOT_SET, which is not set; set it, or write the value here.',
			'  - agent-knowledge.local.yaml: prot is not a setting; docs/worker-configuration.md lists all settings.',
			'  - AGENT_KNOWLEDGE_TIMING_SETTLE_MS: timing.settleMs must be a whole number.',
		].sort(),
	);
});

test('broken YAML names the local file and its line', () => {
	expect(problemsOf(written('gateway:\n  tokens: [ {name: a\n'))).toMatch(
		/^The configuration in agent-knowledge\.local\.yaml has 2 problems:\n {2}- line 3, column 1 is not valid YAML/,
	);
});

test('the gateway can be read alone, whatever another section needs', () => {
	const path = written({ gateway: { port: 4321 }, destinations: { crm: { accessToken: '${NOT_SET}' } } });
	expect(loadGatewaySettings({ path, env: {} })).toMatchObject({ host: '127.0.0.1', port: 4321, tokens: [{ token }] });
	const env = { AGENT_KNOWLEDGE_GATEWAY_PORT: 'high' };
	expect(() => loadGatewaySettings({ path, env })).toThrow('AGENT_KNOWLEDGE_GATEWAY_PORT: gateway.port must be');
});

test('merging leaves the layers as they were', () => {
	const below = { a: { b: 1 } };
	const layers = [
		{ file: 'x', content: below },
		{ file: 'y', content: { a: { c: 2 }, d: { e: null } } },
	];
	expect(mergeLayers(layers)).toEqual({ a: { b: 1, c: 2 }, d: { e: null } });
	expect(below).toEqual({ a: { b: 1 } });
	expect(originOf(layers, ['a', 'b'])).toBe('x');
	expect(originOf(layers, ['a', 'c'])).toBe('y');
	expect(originOf(layers, ['z'])).toBe('x');
});
