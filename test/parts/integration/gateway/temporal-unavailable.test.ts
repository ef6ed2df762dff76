import { setTimeout as pause } from 'node:timers/promises';
import { ask, retrain } from '../../../support/gateway/ask';
import { startPlatform, type GatewayPlatform } from '../../../support/gateway/start-platform';

/** The deadline of 8 s, and time for a busy machine. */
const LONGEST_ANSWER_MS = 14_000;

let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform();
	await platform.stopTemporal();
});

/** The SDK repeats a call that was cut off after at most 5 s and a fifth, and throws in a timer if its channel is closed then. */
const SDK_REPEATS_WITHIN_MS = 7_000;

afterAll(async () => {
	await pause(SDK_REPEATS_WITHIN_MS);
	await platform.close();
});

test('while Temporal is unavailable, requests are refused with 503 and readiness says why', async () => {
	const questions = [
		retrain('key'),
		{ path: '/v1/tasks' },
		{ path: '/v1/tasks/retrain-and-wait%2Fany' },
		{ path: '/v1/subscriptions' },
		{ path: '/v1/subscriptions/subscription~any' },
	];
	const asked = Date.now();
	const replies = await Promise.all(questions.map((question) => ask(platform, question)));
	// The SDK alone repeats a call for longer.
	expect(Date.now() - asked).toBeLessThan(LONGEST_ANSWER_MS);
	for (const reply of replies) expect(reply).toMatchObject({ status: 503, body: { type: 'temporal_unavailable' } });
	expect(await ask({ url: platform.operationsUrl, token: '' }, { path: '/readyz' })).toMatchObject({
		status: 503,
		body: { ready: false, checks: [{ name: 'temporal', ok: false }, { name: 'worker' }] },
	});
	expect(await ask(platform, { path: '/healthz' })).toMatchObject({ status: 200 });
});
