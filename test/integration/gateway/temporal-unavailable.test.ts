import { ask, retrain } from '../../support/gateway/ask';
import { startPlatform, type GatewayPlatform } from '../../support/gateway/start-platform';

let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform();
	await platform.stopTemporal();
});

afterAll(async () => {
	await platform.close();
});

test('while Temporal is unavailable, requests are refused with 503 and readiness says why', async () => {
	for (const question of [retrain('key'), { path: '/v1/tasks' }, { path: '/v1/tasks/retrain-and-wait%2Fany' }])
		expect(await ask(platform, question)).toMatchObject({ status: 503, body: { type: 'temporal_unavailable' } });
	expect(await ask({ url: platform.operationsUrl, token: '' }, { path: '/readyz' })).toMatchObject({
		status: 503,
		body: { ready: false, checks: [{ name: 'temporal', ok: false }, { name: 'worker' }] },
	});
	expect(await ask(platform, { path: '/healthz' })).toMatchObject({ status: 200 });
});
