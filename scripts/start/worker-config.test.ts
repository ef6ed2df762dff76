import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../worker/config';
import { CONFIG_FILE, createLocalConfig, LOCAL_CONFIG_FILE, writeConfig } from './worker-config.mjs';

let folder: string;
let file: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-data-'));
	file = join(folder, CONFIG_FILE);
});
afterEach(() => rm(folder, { recursive: true }));

const secret = () => `whsec_${randomBytes(32).toString('base64')}`;
const write = (port = 4020) =>
	writeConfig(file, {
		temporalAddress: '127.0.0.1:7233',
		temporalUiUrl: 'http://127.0.0.1:8233',
		apiUrl: 'http://127.0.0.1:4010',
		port,
		gatewayAddress: '127.0.0.1:4021',
		callbackHosts: ['127.0.0.1:5678'],
		destinations: { 'crm-flow': { type: 'webhook', url: 'http://127.0.0.1:5678/webhook/leads', secret: secret() } },
		mail: { smtpUrl: 'smtp://127.0.0.1:4013', from: 'reviews@team.example' },
		secrets: {
			workerKey: 'a-key',
			gatewayToken: randomBytes(24).toString('hex'),
			encryptionKey: randomBytes(32).toString('base64'),
		},
	});
const load = (env: NodeJS.ProcessEnv = {}) => loadConfig({ path: file, env });

it('is a whole configuration without any variable, and only its owner may read its secrets', async () => {
	await write();
	expect(load().connections.sandbox?.apiKey).toBe('a-key');
	expect((await stat(file)).mode & 0o077).toBe(0);
});

it('every start writes its own file again, and never the local one', async () => {
	await write();
	await createLocalConfig(folder);
	const local = join(folder, LOCAL_CONFIG_FILE);
	expect((await stat(local)).mode & 0o077).toBe(0);
	await writeFile(local, 'log: { level: debug }\ngateway: { publicUrl: "https://tasks.example.com" }\n');
	await write(4321);
	await createLocalConfig(folder);
	expect(load()).toMatchObject({
		log: { level: 'debug' },
		gateway: { port: 4321, publicUrl: 'https://tasks.example.com', callbackHosts: ['127.0.0.1:5678'] },
	});
});

it('the template changes nothing, and every example in it is valid beside the generated settings', async () => {
	await write();
	const generated = load();
	await createLocalConfig(folder);
	expect(load()).toEqual(generated);

	const local = join(folder, LOCAL_CONFIG_FILE);
	const template = await readFile(local, 'utf8');
	await writeFile(local, template.replace(/^# ( *[\w-]+:.*)$/gm, '$1'));
	const all = load({
		AGENT_KNOWLEDGE_API_KEY: 'another-key',
		AGENT_KNOWLEDGE_HUBSPOT_TOKEN: 'a-token',
		AGENT_KNOWLEDGE_HOOK_SECRET: secret(),
		AGENT_KNOWLEDGE_SMTP_URL: 'smtps://mail.example.com',
	});
	expect(Object.keys(all.connections)).toEqual(['sandbox', 'live']);
	expect(Object.keys(all.destinations)).toEqual(['crm-flow', 'database', 'crm']);
	expect(all).toMatchObject({ hooks: { published: {} }, mail: { smtpUrl: 'smtps://mail.example.com' } });
});
