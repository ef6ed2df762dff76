import { createServer } from 'node:http';
import { RESPONSE_LIMITS } from '../../../../worker/temporal/response-limits';
import { ask } from '../../../support/gateway/ask';
import { reviewsOn } from '../../../support/gateway/reviews-on';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { type Listening, listen } from '../../../support/network/listen';
import { eventually } from '../../../support/time/eventually';

/** An n8n that takes every request and answers none. */
let n8n: Listening;
let looks = 0;
let platform: GatewayPlatform;
beforeAll(async () => {
	n8n = await listen(
		createServer(() => {
			looks += 1;
		}),
	);
	platform = await startPlatform({ callbackHosts: [n8n.host], responseLimits: RESPONSE_LIMITS });
});
afterAll(async () => {
	await platform.close();
	await n8n.close();
});

test('while n8n hangs, a person reads what waits and decides on it', async () => {
	const { reviews } = await reviewsOn(platform);
	const { link, question } = await reviews.asking('a mail');
	const body = {
		taskIds: [decodeURIComponent(link.slice('/v1/tasks/'.length))],
		callbackUrl: `${n8n.url}/webhook-waiting/1/node`,
		executionId: '1',
		nodeId: 'node',
		runIndex: 0,
		flow: { name: 'Order mails', url: 'http://n8n.example/workflow/w/executions/1' },
	};
	expect((await ask(platform, { method: 'POST', path: '/v1/waits', body })).status).toBe(202);
	await eventually(
		() => ask(platform, { path: `${link}/review` }),
		(seen) => expect(seen.body).toMatchObject({ execution: { id: '1', state: 'unknown' } }),
		'a look that nobody answers',
	);
	// A repeat is the same decision: a busy machine may refuse the first.
	const decided = await eventually(
		() => reviews.decide(link, 'approve', { action: 'approve', hash: question.hash }),
		({ status }) => status === 200,
		'the decision',
	);
	expect(decided.body).toMatchObject({ decision: { action: 'approve' } });
	expect(looks).toBeGreaterThan(0);
});
