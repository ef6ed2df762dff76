import { inMemorySubscriptions } from './testing/in-memory-services';
import { useTestGateway } from './testing/test-gateway';
import type { SubscriptionView } from '../webhooks';
import { Connections } from '../connections';

const input = {
	connection: 'main',
	agentId: 'agent_a',
	to: ['ada@client.example'],
	subject: 'Hello',
	content: 'A text',
};
const reviewers = ['lead@shop.example'];
const agents = [{ id: 'agent_a', name: 'Support' }];
const connections = new Connections(
	{ main: { baseUrl: 'http://127.0.0.1:9', requestsPerMinute: 60 } },
	{ ask: () => Promise.resolve({ outcome: 'page', agents, more: false }) },
);
const withMail = useTestGateway({ sendsMail: true, connections });
const withoutMail = useTestGateway({ sendsMail: false, connections });

const subscription: SubscriptionView = {
	id: 'subscription~1',
	format: 'events',
	url: 'https://hooks.example',
	recipients: [],
	events: ['review.requested'],
	digests: 'problems',
	timeZone: 'UTC',
	connection: null,
	description: '',
	enabled: true,
	createdAt: '2026-11-21T10:00:00Z',
	updatedAt: '2026-11-21T10:00:00Z',
	previousSecretUntil: null,
};

async function warningsOf(change: object, sendsMail: boolean, subscriptions: SubscriptionView[]) {
	const list = { ...inMemorySubscriptions(), list: () => Promise.resolve(subscriptions) };
	const { ask } = (sendsMail ? withMail : withoutMail).serve({ subscriptions: list });
	const payload = { type: 'email-send-with-review', input: { ...input, ...change } };
	const { status, body } = await ask({ method: 'POST', url: '/v1/tasks/check', payload });
	expect(status).toBe(200);
	return (body as { warnings: Array<{ path: string; message: string }> }).warnings;
}

test.each<[string, object, boolean, SubscriptionView[]]>([
	['a reviewer and a mail server', { reviewers }, true, []],
	['a subscription to reviews', {}, false, [subscription]],
	['a subscription to reviews of this connection', {}, false, [{ ...subscription, connection: 'main' }]],
])('there is no warning with %s', async (_what, change, sendsMail, subscriptions) => {
	expect(await warningsOf(change, sendsMail, subscriptions)).toEqual([]);
});

test.each<[string, object, boolean, SubscriptionView[], RegExp]>([
	['no reviewer', {}, true, [], /is empty, and no subscription/],
	['a reviewer and no mail server', { reviewers }, false, [], /no mail server/],
	['a subscription that is off', {}, true, [{ ...subscription, enabled: false }], /is empty/],
	['a subscription of another connection', {}, true, [{ ...subscription, connection: 'other' }], /is empty/],
	['a subscription to other events', {}, true, [{ ...subscription, events: ['task.failed'] }], /is empty/],
])('the check warns about %s', async (_what, change, sendsMail, subscriptions, message) => {
	const expected = { type: 'nobody_notified', path: 'reviewers', message: expect.stringMatching(message) as string };
	expect(await warningsOf(change, sendsMail, subscriptions)).toEqual([expected]);
});

test('the check of another task has no warnings', async () => {
	const { ask } = withMail;
	const payload = { type: 'retrain-and-wait', input: { connection: 'main', agentId: 'agent_a' } };
	const { body } = await ask({ method: 'POST', url: '/v1/tasks/check', payload });
	expect(body).toEqual({ warnings: [] });
});
