import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionFiles, loadConfig, namesInConfig } from '.';

const account = { baseUrl: 'https://agents.example.com', apiKey: 'a-key' };
const secret = 'a-secret-that-no-error-shows';

let root: string;
let file: string;
let folder: string;

beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'agent-knowledge-connections-'));
	[file, folder] = [join(root, 'agent-knowledge.yaml'), join(root, 'connections')];
	mkdirSync(folder);
	configure({ connectionsFolder: folder });
});

afterEach(() => {
	rmSync(root, { recursive: true });
});

function configure(more: object) {
	const encryption = { keys: [{ id: 'one', secret: randomBytes(32).toString('base64') }], current: 'one' };
	writeFileSync(file, JSON.stringify({ encryption, ...more }));
}

function add(name: string, settings: object | string) {
	writeFileSync(join(folder, name), typeof settings === 'string' ? settings : JSON.stringify(settings));
}

const load = (env: NodeJS.ProcessEnv = {}) => loadConfig({ path: file, env, gateway: false }).connections;
const problem = (env: NodeJS.ProcessEnv = {}) => {
	try {
		load(env);
	} catch (error) {
		return String(error).replaceAll(`${root}/`, '');
	}
	return '';
};

it('has a connection for each file, beside those of the configuration file', () => {
	configure({ connectionsFolder: folder, connections: { main: account } });
	add('acme.yaml', 'baseUrl: https://acme.example.com\napiKey: ${ACME_KEY}\nrequestsPerMinute: 600\n');
	add('beta.json', account);
	for (const ignored of ['README.md', '.acme.yaml.swp', '..data', 'beta.json~']) add(ignored, 'not: [yaml');
	const connections = load({ ACME_KEY: 'of-acme' });
	expect(Object.keys(connections)).toEqual(['main', 'acme', 'beta']);
	expect(connections['acme']).toMatchObject({ apiKey: 'of-acme', requestsPerMinute: 600 });
	expect(namesInConfig(file, 'connections', {})).toEqual(['main', 'acme', 'beta']);
	expect(connectionFiles(folder)).toEqual([join(folder, 'acme.yaml'), join(folder, 'beta.json')]);
});

it('may be empty at first, unlike a configuration without the folder', () => {
	expect(load()).toEqual({});
	configure({ connections: {} });
	expect(problem()).toContain('connections is empty; name at least one connection, or set connectionsFolder.');
});

it('is named by the environment, or by a variable in the file', () => {
	add('acme.yaml', account);
	configure({ connectionsFolder: '${HERE}/connections' });
	expect(load({ HERE: root })).toHaveProperty('acme');
	configure({});
	expect(load({ AGENT_KNOWLEDGE_CONNECTIONS_FOLDER: folder })).toHaveProperty('acme');
});

it('names only the files that have a problem, and no secret', () => {
	for (let index = 0; index < 50; index += 1) add(`customer-${index}.yaml`, account);
	add('acme.yaml', { baseUrl: secret, apiKey: 'x', requestsPerMinute: 0 });
	expect(problem().split('\n')).toEqual([
		'ConfigError: The configuration in agent-knowledge.yaml and connections/acme.yaml has 2 problems:',
		'  - connections/acme.yaml: connections.acme.baseUrl must be an http:// or https:// address.',
		'  - connections/acme.yaml: connections.acme.requestsPerMinute must be 1 or more.',
	]);
	add('acme.yaml', `baseUrl: [${secret}\n`);
	expect(problem()).toMatch(/^ConfigError: The configuration in connections\/acme\.yaml has .*is not valid YAML/s);
	expect(problem()).not.toContain(secret);
});

it('refuses a name that is already taken, instead of mixing two accounts', () => {
	configure({ connectionsFolder: folder, connections: { acme: account } });
	add('acme.yaml', account);
	expect(problem()).toContain('connections.acme is also in agent-knowledge.yaml; keep one of them, or rename one.');
	configure({ connectionsFolder: folder });
	add('acme.json', account);
	expect(problem()).toContain('acme.yaml: connections.acme is also in connections/acme.json;');
});

it('refuses a folder that is not there, and a name that no connection can have', () => {
	configure({ connectionsFolder: join(root, 'nowhere') });
	expect(problem()).toMatch(/connectionsFolder names a folder that cannot be read .*create it/s);
	configure({ connectionsFolder: folder });
	add('two words.yaml', account);
	expect(problem()).toContain('two words.yaml: connections.two words is not a valid name');
});

it('takes connections from the environment, over those of the files', () => {
	add('acme.yaml', account);
	const variable = JSON.stringify({ acme: { requestsPerMinute: 600 }, beta: { ...account, apiKey: '${BETA_KEY}' } });
	const connections = load({ AGENT_KNOWLEDGE_CONNECTIONS: variable, BETA_KEY: 'of-beta' });
	expect(connections).toMatchObject({ acme: { apiKey: 'a-key', requestsPerMinute: 600 }, beta: { apiKey: 'of-beta' } });
	expect(problem({ AGENT_KNOWLEDGE_CONNECTIONS: `{"acme": ${secret}` })).toMatch(/in AGENT_KNOWLEDGE_CONNECTIONS has/);
	expect(problem({ AGENT_KNOWLEDGE_CONNECTIONS: '{ acme: { requestsPerMinute: 0 } }' })).toContain(
		'AGENT_KNOWLEDGE_CONNECTIONS: connections.acme.requestsPerMinute must be 1 or more.',
	);
});
