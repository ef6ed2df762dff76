import { Connections, type LookUps } from '../accounts';
import { Buckets } from '../storage/buckets';
import { testGateway } from './testing/test-gateway';

const mailboxes = [{ id: 'mailbox_1', address: 'shop@shop.example', isDefault: true }];
const config = { main: { baseUrl: 'http://127.0.0.1:9', requestsPerMinute: 60 } };

function connectionsThat(ask: LookUps['ask']): Connections {
	return new Connections(config, { ask });
}

test('the mailboxes of an agent are listed, and read once', async () => {
	const ask = vi.fn<LookUps['ask']>(() => Promise.resolve({ outcome: 'mailboxes', mailboxes }));
	const { ask: request } = await testGateway({ connections: connectionsThat(ask) });
	const url = '/v1/connections/main/agents/agent_a/mailboxes';
	expect((await request({ url })).body).toEqual({ items: mailboxes });
	expect((await request({ url })).body).toEqual({ items: mailboxes });
	expect(ask).toHaveBeenCalledTimes(1);
});

test('the mailboxes of an unknown agent are refused with its name', async () => {
	const refusal = { status: 404, title: 'Not found', detail: null, retryAfterMs: null };
	const ask = () => Promise.resolve({ outcome: 'refused' as const, refusal });
	const { ask: request } = await testGateway({ connections: connectionsThat(ask) });
	const { status, body } = await request({ url: '/v1/connections/main/agents/nobody/mailboxes' });
	expect(status).toBe(404);
	expect(body).toMatchObject({ type: 'unknown_agent' });
});

test('the buckets are listed by name alone', async () => {
	const bucket = {
		...{ endpoint: 'http://127.0.0.1:9', bucket: 'reports', region: 'auto', prefix: '', pathStyle: true },
		...{ accessKeyId: 'the-id', secretAccessKey: 'the-secret' },
	};
	const buckets = new Buckets({ reports: bucket });
	const { ask } = await testGateway({ buckets });
	const { body, text } = await ask({ url: '/v1/buckets' });
	expect(body).toEqual({ items: [{ name: 'reports' }] });
	expect(text).not.toContain('the-secret');
});
