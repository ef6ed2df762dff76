import { ask, retrain } from '../../../support/gateway/ask';
import { startPlatform, type GatewayPlatform } from '../../../support/gateway/start-platform';

let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform({ worker: false });
});

afterAll(async () => {
	await platform.close();
});

test('without a worker a look-up says so, and what to do; nothing reaches the service', async () => {
	const refusal = {
		status: 503,
		body: {
			type: 'no_worker',
			status: 503,
			detail: expect.stringMatching(/No worker is polling.*agent-knowledge worker --config/) as string,
			issues: [{ path: 'connection', message: 'has no worker at the moment' }],
		},
	};
	const [started, listed] = await Promise.all([
		ask(platform, retrain('nobody')),
		ask(platform, { path: '/v1/connections/main/agents' }),
	]);
	expect(started).toMatchObject(refusal);
	expect(listed).toMatchObject(refusal);
	expect(await platform.admin.requests()).toEqual([]);
});

test('a look-up is in no list of tasks', async () => {
	await ask(platform, { path: '/v1/connections/main/agents' });
	expect((await ask(platform, { path: '/v1/tasks' })).body).toEqual({ items: [], nextPageToken: null });
});
