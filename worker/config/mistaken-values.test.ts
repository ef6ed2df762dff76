import { readConfig } from '../../sandbox/bootstrap/config';
import { configSchema } from './schema';

const KEY = Buffer.alloc(32, 7).toString('base64');
const minimal = {
	connections: { main: { baseUrl: 'https://agents.example.com', apiKey: 'the-key' } },
	encryption: { keys: [{ id: 'k', secret: KEY }], current: 'k' },
};

test('a line break at the end of any secret is none of it', () => {
	const text = `${'s'.repeat(24)}\n`;
	const signing = `whsec_${KEY}\n`;
	const bucket = { bucket: 'leads', accessKeyId: 'id\n', secretAccessKey: 'key\r\n' };
	const config = configSchema.parse({
		connections: { main: { ...minimal.connections.main, apiKey: 'the-key\n' } },
		encryption: { keys: [{ id: 'k', secret: `${KEY}\n` }], current: 'k' },
		temporal: { apiKey: text },
		gateway: { tokens: [{ name: 'me', token: text }], signingSecret: signing },
		buckets: { leads: bucket },
		mail: { smtpUrl: 'smtp://me:secret@mail.example\n', from: 'a@b.example' },
		destinations: {
			crm: { type: 'hubspot', accessToken: text },
			hook: { type: 'webhook', url: 'https://hooks.example/x\n', secret: signing },
			database: { type: 'postgresql', url: 'postgresql://me:secret@db.example/leads\n' },
		},
		hooks: { sent: { secrets: [signing], task: 'retrain-and-wait', connection: 'main', fixed: { agentId: 'a' } } },
	});
	expect(JSON.stringify(config)).not.toMatch(/\\[nr]/);
	const sandbox = readConfig({ SANDBOX_ADMIN_TOKEN: text, SANDBOX_SEED_KEY: text });
	expect([sandbox.adminToken, sandbox.seedKey]).toEqual([text.trim(), text.trim()]);
});

test('a variable that Kubernetes sets in place of a port is named so', () => {
	const variable = 'tcp://10.0.0.1:8080';
	const words = /Kubernetes sets this variable for a service of the same name; set enableServiceLinks: false/;
	const { error } = configSchema.safeParse({ ...minimal, gateway: { port: variable } });
	expect(error?.issues).toMatchObject([{ path: ['gateway', 'port'], message: expect.stringMatching(words) as string }]);
	expect(() => readConfig({ SANDBOX_PORT: variable })).toThrow(words);
	expect(() => readConfig({ SANDBOX_PORT: 'many' })).toThrow(/SANDBOX_PORT: /);
	expect(readConfig({ SANDBOX_PORT: '4510' }).port).toBe(4510);
});
