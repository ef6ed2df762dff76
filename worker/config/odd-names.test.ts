import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSelector } from '../../workflows/task/selector';
import { Connections } from '../connections';
import { KnowledgeFileError, parseKnowledgeFile } from '../knowledge/folders/knowledge-file';
import { ServiceClients } from '../connections/service-clients';
import { loadConfig, parseConfig } from './load';

/** Names that every object of JavaScript has. */
const INHERITED = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf'];
const account = { baseUrl: 'http://127.0.0.1:9', apiKey: 'the-key', requestsPerMinute: 60 };
const secret = `whsec_${randomBytes(32).toString('base64')}`;
const encryption = { keys: [{ id: 'first', secret: randomBytes(32).toString('base64') }], current: 'first' };
const token = { name: 'constructor', token: randomBytes(24).toString('hex') };

const LOOK_UPS = { ask: () => Promise.reject(new Error('Nobody asks.')) };

describe.each(INHERITED)('%s', (name) => {
	test('is a name of whatever has a name in the configuration', () => {
		const config = parseConfig(
			{
				gateway: { tokens: [token] },
				encryption,
				connections: { [name]: { ...account, labels: { [name]: name } }, main: account },
				destinations: { [name]: { type: 'webhook', url: 'http://127.0.0.1:9/', secret } },
				buckets: { [name]: { bucket: 'reports' } },
				hooks: { [name]: { secrets: [secret], task: 'nightly-retrain', connection: name } },
				knowledge: { folders: { [name]: '/srv' } },
			},
			{ source: 'the test', env: {}, gateway: true },
		);
		for (const section of [
			config.connections,
			config.destinations,
			config.buckets,
			config.hooks,
			config.knowledge.folders,
		])
			expect(Object.keys(section)).toContain(name);
		const connections = new Connections(config.connections, LOOK_UPS);
		expect(connections.get(name).name).toBe(name);
		expect(connections.matching(parseSelector(`${name}=${name}`))).toEqual([name]);
		expect(connections.matching(parseSelector(name))).toEqual([name]);
	});

	test('is the name of nothing that is not there', async () => {
		const connections = new Connections({ main: account }, LOOK_UPS);
		expect(() => connections.get(name)).toThrow(/no such connection/i);
		expect(connections.matching(parseSelector(name))).toEqual([]);
		expect(connections.matching(parseSelector(`!${name}`))).toEqual(['main']);
		expect(connections.ofService(name)).toEqual([]);
		const clients = new ServiceClients(() => Promise.reject(new Error('No call.')) as never, { main: account });
		expect(clients.settingsOf(name)).toBeUndefined();
		await expect(clients.of(name).call('listAgents', { query: {} })).rejects.toThrow(/has no connection/);
	});
});

describe('__proto__, which no map can keep,', () => {
	const folder = mkdtempSync(join(tmpdir(), 'agent-knowledge-names-'));
	afterAll(() => rmSync(folder, { recursive: true }));
	const load = (content: string) => {
		const path = join(folder, 'agent-knowledge.yaml');
		writeFileSync(path, content);
		return () => loadConfig({ path, env: {} });
	};
	const rest = `encryption: ${JSON.stringify(encryption)}\ngateway: { tokens: [${JSON.stringify(token)}] }\n`;
	const main = `main: ${JSON.stringify(account)}`;

	test.each([
		['a connection', `${rest}connections:\n  ${main}\n  __proto__: ${JSON.stringify(account)}\n`],
		['a hook', `${rest}connections: { ${main} }\nhooks: { __proto__: {} }\n`],
		['a field of a hook', `${rest}connections: { ${main} }\nhooks: { a: { fixed: { __proto__: {} } } }\n`],
	])('is refused in words as the name of %s', (_what, content) => {
		expect(load(content)).toThrow(/line \d+, column \d+ has the name __proto__; choose another one/);
	});

	test('is refused as the name of a file of a connection', () => {
		const connections = join(folder, 'connections');
		mkdirSync(connections);
		writeFileSync(join(connections, '__proto__.yaml'), JSON.stringify(account));
		expect(load(`${rest}connections: {}\nconnectionsFolder: ${connections}\n`)).toThrow(
			/has the name __proto__; choose another one/,
		);
	});

	test('is refused as the name of a set or an agent of a folder', () => {
		const file = 'agents:\n  support: { id: a }\nsets:\n  __proto__: { agents: [support], files: x }\n';
		expect(() => parseKnowledgeFile(file)).toThrow(KnowledgeFileError);
		expect(() => parseKnowledgeFile(file)).toThrow('knowledge.yaml:4: The file has the name __proto__ here.');
	});
});
