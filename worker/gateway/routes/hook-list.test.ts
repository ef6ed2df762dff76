import { randomBytes } from 'node:crypto';
import type { HookMemo } from '../../../workflows/debounce/messages';
import { parseConfig } from '../../config';
import { Tokens } from '../plugins/tokens';
import { testGateway } from '../testing/test-gateway';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const account = { baseUrl: 'http://127.0.0.1:9', apiKey: 'the-key' };
const config = parseConfig(
	{
		gateway: { tokens: [{ name: 'tester', token: randomBytes(24).toString('hex') }] },
		connections: { acme: { ...account, labels: { client: 'acme' } }, other: account },
		encryption: { keys: [{ id: 'first', secret: randomBytes(32).toString('base64') }], current: 'first' },
		hooks: {
			nights: {
				secrets: [secret],
				task: 'nightly-retrain',
				connection: 'acme',
				quietSeconds: 60,
				longestDelaySeconds: 600,
			},
		},
	},
	{ source: 'the test', env: {}, gateway: true },
);
const [bound, operator] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')];
const tokens = new Tokens([
	{ name: 'acme', token: bound, roles: ['read'], connections: 'client=acme' },
	{ name: 'operator', token: operator, roles: ['read'] },
]);

const subjectOf = (connection: string): HookMemo => ({
	subject: { hook: 'nights', key: connection, task: 'nightly-retrain', connection, agentId: `agent_${connection}` },
	open: null,
	running: { taskId: `nightly-retrain~${connection}`, messages: 1, startedAt: '2026-01-01T00:00:00Z' },
	last: null,
});

test('a hook that went to another client shows it nothing of the client before', async () => {
	const subjects = () => Promise.resolve([subjectOf('acme'), subjectOf('other')]);
	const { ask } = await testGateway({
		hooks: config.hooks,
		inFile: { connections: config.connections },
		tokens,
		collected: { collect: () => Promise.resolve(), subjects },
	});
	const seen = async (token: string) => (await ask({ url: '/v1/hooks', token })).text;
	expect(await seen(operator)).toContain('agent_other');
	const own = await seen(bound);
	expect(own).toContain('agent_acme');
	expect(own).not.toContain('other');
});
