import { z } from 'zod';
import { ask } from '../../../support/gateway/ask';
import { startPlatform, type GatewayPlatform } from '../../../support/gateway/start-platform';

let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform({ worker: false, webhookHosts: ['*:443'] });
});

afterAll(async () => {
	await platform.close();
});

test('without a worker a subscription can be made; a change of it says that no worker answers', async () => {
	const body = { url: 'https://example.com/events', events: ['task.completed'] };
	const made = await ask(platform, { method: 'POST', path: '/v1/subscriptions', key: 'made', body });
	expect(made.status).toBe(201);
	const { id } = z.object({ id: z.string() }).parse(made.body);
	const change = { method: 'PATCH', path: `/v1/subscriptions/${id}`, key: 'off', body: { enabled: false } } as const;
	expect(await ask(platform, change)).toMatchObject({ status: 503, body: { type: 'no_worker', status: 503 } });
});
