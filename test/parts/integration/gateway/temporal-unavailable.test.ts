import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';
import { RESPONSE_LIMITS } from '../../../../worker/temporal/response-limits';
import { ask, retrain } from '../../../support/gateway/ask';
import { startPlatform, type GatewayPlatform } from '../../../support/gateway/start-platform';
import { connectPatiently } from '../../../support/temporal/connect-patiently';
import { startOwnTemporal } from '../../../support/temporal/own-server';

let platform: GatewayPlatform;
/** A connection on which nobody sets a deadline. */
let sdk: Connection;

beforeAll(async () => {
	const temporal = await startOwnTemporal();
	platform = await startPlatform({ temporal, responseLimits: RESPONSE_LIMITS });
	sdk = await connectPatiently(temporal.address);
	await temporal.stop();
});

/** The SDK repeats a call that was cut off after at most 5 s and a fifth, and throws in a timer if its channel is closed then. */
const SDK_REPEATS_WITHIN_MS = 7_000;
let repeated: Promise<string> = Promise.resolve('');

afterAll(async () => {
	await repeated;
	// oxlint-disable-next-line test-time/no-timer -- The SDK tells nobody that its last retry is over.
	await pause(SDK_REPEATS_WITHIN_MS);
	await sdk.close();
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
	repeated = sdk.workflowService.getClusterInfo({}).then(null, () => 'the SDK');
	const asked = Promise.all(questions.map((question) => ask(platform, question)));
	// The SDK alone repeats a call for longer.
	expect(await Promise.race([asked.then(() => 'the gateway'), repeated])).toBe('the gateway');
	const replies = await asked;
	for (const reply of replies) expect(reply).toMatchObject({ status: 503, body: { type: 'temporal_unavailable' } });
	expect(await ask({ url: platform.operationsUrl, token: '' }, { path: '/readyz' })).toMatchObject({
		status: 503,
		body: { ready: false, checks: [{ name: 'temporal', ok: false }, { name: 'worker' }] },
	});
	expect(await ask(platform, { path: '/healthz' })).toMatchObject({ status: 200 });
});
