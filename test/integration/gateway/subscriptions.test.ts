import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { waitUntil } from '../../../scripts/processes/wait-until.mjs';
import { temporalSettings } from '../../../worker/config';
import { connectClient, Keyring } from '../../../worker/temporal';
import { TemporalSubscriptionService } from '../../../worker/webhooks';
import { RUNNING_SUBSCRIPTIONS } from '../../../worker/webhooks/subscription';
import { type Answer, ask, idOf, linkOf, type Question, retrain } from '../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { WebhookReceiver } from '../../support/gateway/webhook-receiver';

/** May look; may begin things as n8n does; may decide as well. */
const viewer = { name: 'viewer', token: randomBytes(24).toString('hex'), roles: ['read'] };
const starter = { name: 'starter', token: randomBytes(24).toString('hex'), roles: ['read', 'start'] };
const decider = { name: 'decider', token: randomBytes(24).toString('hex'), roles: ['read', 'start', 'decide'] };

let platform: GatewayPlatform;
let receiver: WebhookReceiver;

beforeAll(async () => {
	receiver = await WebhookReceiver.start();
	platform = await startPlatform({
		webhookHosts: [receiver.host, '*:443'],
		clockFactor: 400,
		moreTokens: [viewer, starter, decider],
	});
});

afterAll(async () => {
	await platform.close();
	await receiver.close();
});

beforeEach(() => {
	receiver.received.length = 0;
	receiver.status = 200;
});

const send = (question: Question) => ask(platform, question);
const withSecret = z.looseObject({ id: z.string(), secret: z.string() });
const deliveries = z.object({ items: z.array(z.looseObject({ id: z.string(), status: z.string() })) });

async function subscribe(key: string, events: string[], more: object = {}) {
	const made = await send({
		method: 'POST',
		path: '/v1/subscriptions',
		key,
		body: { url: receiver.url, events, ...more },
	});
	expect(made.status).toBe(201);
	const { id, secret } = withSecret.parse(made.body);
	return { id, secret, path: `/v1/subscriptions/${encodeURIComponent(id)}`, made };
}

async function finishedRetrain(key: string): Promise<string> {
	const started = await send(retrain(key));
	await send({ path: `${linkOf(started)}?wait=50` });
	return idOf(started);
}

async function logOf(path: string, status: string): Promise<z.infer<typeof deliveries>['items']> {
	for (;;) {
		const { items } = deliveries.parse((await send({ path: `${path}/deliveries` })).body);
		if (items.some((item) => item.status === status)) return items;
		await pause(100);
	}
}

test('a subscriber gets one event, signed with its secret, and the log shows it', async () => {
	const { id, secret, path } = await subscribe('told', ['task.completed']);
	const taskId = await finishedRetrain('told');
	const [message] = await receiver.untilReceived('task.completed');
	expect(message?.isSignedBy(secret)).toBe(true);
	expect(message?.body).toMatchObject({
		type: 'task.completed',
		data: { task: { id: taskId, type: 'retrain-and-wait', connection: 'main', agentId: 'agent_support' } },
	});
	const [delivery] = await logOf(path, 'delivered');
	expect(delivery).toMatchObject({ eventId: message?.headers['webhook-id'], taskId, answer: 200 });

	const again: Question = {
		method: 'POST',
		path: `${path}/deliveries/${encodeURIComponent(delivery?.id ?? '')}/resend`,
		key: 'again',
	};
	const [first, repeated] = [await send(again), await send(again)];
	expect([first.status, idOf(first)]).toEqual([202, idOf(repeated)]);
	const both = await receiver.untilReceived('task.completed', 2);
	expect(new Set(both.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
	expect(platform.logged()).not.toContain(secret);
	expect((await send({ path })).text).not.toContain(secret);
	expect((await send({ path: '/v1/subscriptions' })).text).toContain(id);
	await send({ method: 'DELETE', path });
});

test('a sample is sent once for a key, marked as one, and only if the subscription has its event', async () => {
	const { secret, path } = await subscribe('samples', ['review.requested', 'lead.refused']);
	const sample = (event: string): Question => ({
		...{ method: 'POST', path: `${path}/send-sample`, key: 'sample', body: { event } },
	});
	const [first, repeated] = [await send(sample('review.requested')), await send(sample('review.requested'))];
	expect([first.status, idOf(first)]).toEqual([202, idOf(repeated)]);
	const [message] = await receiver.untilReceived('review.requested');
	expect(message?.isSignedBy(secret)).toBe(true);
	expect(message?.body).toMatchObject({
		sample: true,
		data: {
			task: { url: expect.stringContaining('/#task=') as string },
			reviewUrl: expect.stringMatching(/review.sample$/) as string,
		},
	});
	await send(sample('lead.refused'));
	await receiver.untilReceived('lead.refused');
	expect(await send(sample('task.failed'))).toMatchObject({ status: 409, body: { type: 'event_not_subscribed' } });
	expect(receiver.received).toHaveLength(2);
	await send({ method: 'DELETE', path });
});

test('a subscription that is made anew with the same key has a new secret; a repeat of one creation has the same', async () => {
	const first = await subscribe('anew', ['task.completed']);
	expect((await subscribe('anew', ['task.completed'])).secret).toBe(first.secret);
	expect((await send({ method: 'DELETE', path: first.path })).status).toBe(204);
	const second = await subscribe('anew', ['task.completed']);
	expect(second.id).toBe(first.id);
	expect(second.secret).not.toBe(first.secret);
	expect((await subscribe('anew', ['task.completed'])).secret).toBe(second.secret);
	await finishedRetrain('anew');
	const [message] = await receiver.untilReceived('task.completed');
	expect([message?.isSignedBy(second.secret), message?.isSignedBy(first.secret)]).toEqual([true, false]);
	await send({ method: 'DELETE', path: second.path });
});

test('only subscribed events are sent: not other events, not other connections, nothing while it is off', async () => {
	const wrongEvent = await subscribe('wrong event', ['task.failed']);
	const wrongConnection = await subscribe('wrong connection', ['task.completed'], { connection: 'narrow' });
	const off = await subscribe('off', ['task.completed'], { enabled: false });
	const subscribed = await subscribe('told as well', ['task.completed']);
	await finishedRetrain('filtered');
	await receiver.untilReceived('task.completed');
	await logOf(subscribed.path, 'delivered');
	for (const { path } of [wrongEvent, wrongConnection, off])
		expect((await send({ path: `${path}/deliveries` })).body).toMatchObject({ items: [] });
	expect(receiver.received).toHaveLength(1);
	for (const { path } of [wrongEvent, wrongConnection, off, subscribed]) await send({ method: 'DELETE', path });
});

test('a delivery that is sent again is dropped when the subscription no longer asks for its event', async () => {
	const { path } = await subscribe('no longer', ['task.completed']);
	await finishedRetrain('no longer');
	const [delivery] = await logOf(path, 'delivered');
	const change: Question = { method: 'PATCH', path, key: 'fewer events', body: { events: ['task.failed'] } };
	expect((await send(change)).status).toBe(200);
	const id = encodeURIComponent(delivery?.id ?? '');
	expect((await send({ method: 'POST', path: `${path}/deliveries/${id}/resend`, key: 'no longer' })).status).toBe(202);
	await logOf(path, 'not_wanted');
	expect(receiver.received).toHaveLength(1);
	await send({ method: 'DELETE', path });
});

test('a cancelled task is reported as failed, with both secrets while one replaces the other', async () => {
	const { path, secret } = await subscribe('rotated', ['task.failed']);
	const rotate: Question = { method: 'POST', path: `${path}/rotate-secret`, key: 'rotate' };
	const [rotated, repeated] = [await send(rotate), await send(rotate)];
	const { secret: fresh } = withSecret.parse(rotated.body);
	expect(fresh).not.toBe(secret);
	expect(repeated.body).toEqual(rotated.body);

	await platform.admin.setSettings({ clockFactor: 0.001 });
	const started = await send(retrain('cancelled', { agentId: 'agent_sales' }));
	await send({ method: 'POST', path: `${linkOf(started)}/cancel` });
	const [message] = await receiver.untilReceived('task.failed');
	await platform.admin.setSettings({ clockFactor: 400 });
	expect(message?.body.data).toMatchObject({ status: 'cancelled' });
	expect([secret, fresh].map((each) => message?.isSignedBy(each))).toEqual([true, true]);
	await send({ method: 'DELETE', path });
});

test('a redirect is not followed, and an address that was corrected is used by what is still on its way', async () => {
	receiver.status = 307;
	const { path } = await subscribe('redirected', ['task.completed']);
	await finishedRetrain('redirected');
	await receiver.untilReceived('task.completed');
	const [pending] = await logOf(path, 'pending');
	receiver.status = 200;
	const changed = await send({
		method: 'PATCH',
		path,
		key: 'new address',
		body: { url: `http://${receiver.host}/new` },
	});
	expect(changed).toMatchObject({ status: 200, body: { url: `http://${receiver.host}/new` } });
	await receiver.untilReceived('task.completed', 2);
	const [delivered] = await logOf(path, 'delivered');
	expect(delivered?.id).toBe(pending?.id);
	await send({ method: 'DELETE', path });
});

test('a key makes one change: the same again changes nothing, and another is refused', async () => {
	const { path } = await subscribe('changed', ['task.failed']);
	const change = (body: object) => send({ method: 'PATCH', path, key: 'change', body });
	const first = await change({ description: 'one', enabled: false });
	await send({ method: 'PATCH', path, key: 'later', body: { description: 'two' } });
	expect((await change({ enabled: false, description: 'one' })).body).toEqual(first.body);
	expect(await change({ description: 'three' })).toMatchObject({
		status: 409,
		body: { type: 'idempotency_key_reused' },
	});
	expect(await send({ path })).toMatchObject({ body: { description: 'two', enabled: false } });
	await send({ method: 'DELETE', path });
});

test('the list shows a change at once, and none that was deleted, though the index of Temporal lags', async () => {
	const { id, path } = await subscribe('listed', ['task.failed']);
	const keyring = new Keyring(platform.config.encryption);
	const client = await connectClient(temporalSettings(platform.config), keyring);
	try {
		const service = new TemporalSubscriptionService(client, keyring);
		// One that was just made is listed as soon as the index has it.
		await waitUntil('The subscription in the list', async () => ((await service.list()).length > 0 ? true : null));
		const { namespace } = client.options;
		const asItWas = await client.workflowService.listWorkflowExecutions({ namespace, query: RUNNING_SUBSCRIPTIONS });
		expect(asItWas.executions).toHaveLength(1);
		vi.spyOn(client.workflowService, 'listWorkflowExecutions').mockImplementation(() => Promise.resolve(asItWas));
		expect(await service.list()).toMatchObject([{ id, enabled: true }]);
		await send({ method: 'PATCH', path, key: 'off', body: { enabled: false } });
		expect(await service.list()).toMatchObject([{ id, enabled: false }]);
		await send({ method: 'DELETE', path });
		expect(await service.list()).toEqual([]);
	} finally {
		await client.connection.close();
	}
});

describe('what a token may see and do', () => {
	const url = () => `http://${receiver.host}/hooks/path-secret?key=query-secret`;
	const as = ({ token }: { token: string }, question: Question) => send({ ...question, token });
	const create = (by: { token: string }, key: string, events: string[]) =>
		as(by, { method: 'POST', path: '/v1/subscriptions', key, body: { url: url(), events } });
	const pathOf = (made: Answer) => `/v1/subscriptions/${encodeURIComponent(idOf(made))}`;

	test('the address is whole for those who may change it; others see the host alone', async () => {
		const made = await create(starter, 'seen', ['task.completed']);
		const path = pathOf(made);
		const listed = async () => (await send({ path: '/v1/subscriptions' })).text.includes(idOf(made));
		await waitUntil('The subscription in the list', async () => ((await listed()) ? true : null));
		for (const each of [path, '/v1/subscriptions']) {
			const { text } = await as(viewer, { path: each });
			expect(text).toContain(`"http://${receiver.host}/…"`);
			expect(text).not.toContain('secret');
			expect((await as(starter, { path: each })).text).toContain(JSON.stringify(url()));
		}
		await send({ method: 'DELETE', path });
	});

	test('links to reviews go only where somebody with the role decide sends them', async () => {
		const refused = {
			status: 403,
			body: {
				type: 'role_missing',
				issues: [{ path: 'events', message: expect.stringContaining('decide') as string }],
			},
		};
		expect(await create(starter, 'reviews', ['task.failed', 'review.requested'])).toMatchObject(refused);
		const path = pathOf(await create(decider, 'reviews', ['task.failed', 'review.requested']));
		const own = pathOf(await create(starter, 'own', ['task.failed']));
		const change = (to: string, body: object): Question => ({
			method: 'PATCH',
			path: to,
			key: JSON.stringify(body),
			body,
		});
		expect(await as(starter, change(own, { events: ['review.requested'] }))).toMatchObject(refused);
		expect(await as(starter, change(path, { url: receiver.url }))).toMatchObject(refused);
		expect(await as(starter, change(path, { events: ['task.failed'] }))).toMatchObject(refused);
		expect(await as(starter, { method: 'POST', path: `${path}/rotate-secret`, key: 'rotate' })).toMatchObject(refused);
		expect((await as(starter, { path })).text).not.toContain('secret');
		expect(await as(decider, { path })).toMatchObject({
			status: 200,
			body: { url: url(), events: ['task.failed', 'review.requested'] },
		});
		expect(await as(decider, change(path, { url: receiver.url }))).toMatchObject({ status: 200 });
		// A token that may start tasks may stop them too: no event is sent.
		for (const each of [path, own]) expect((await as(starter, { method: 'DELETE', path: each })).status).toBe(204);
	});
});

describe('what is refused before anything is kept', () => {
	const refused = (body: object, key = 'refused'): Promise<Answer> =>
		send({ method: 'POST', path: '/v1/subscriptions', key, body: { events: ['task.failed'], ...body } });

	test.each([
		['a host that is not listed', 'http://127.0.0.1:1/'],
		['a private address on a port that is open to all', 'https://10.0.0.1/'],
		['a link-local address', 'https://169.254.169.254/latest'],
		['an IPv4 address within IPv6', 'https://[::ffff:127.0.0.1]/'],
		['plain http to a public host', 'http://example.com:443/'],
		['a user and password', `http://user:secret@example.com/`],
	])('%s', async (_what, url) => {
		const answer = await refused({ url });
		expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'url' }] } });
		expect(answer.text).not.toContain('secret');
	});

	test('a connection that there is not, an unknown event, no key', async () => {
		expect(await refused({ url: receiver.url, connection: 'nobody' })).toMatchObject({
			status: 404,
			body: { issues: [{ path: 'connection' }] },
		});
		expect(await refused({ url: receiver.url, events: ['task.started'] })).toMatchObject({
			status: 400,
			body: { issues: [{ path: 'events.0' }] },
		});
		expect(await send({ method: 'POST', path: '/v1/subscriptions', body: {} })).toMatchObject({ status: 400 });
		expect((await send({ path: '/v1/subscriptions' })).body).toEqual({ items: [] });
	});

	test('the same key with other settings; another subscription than there is', async () => {
		const { path } = await subscribe('one key', ['task.failed']);
		await subscribe('one key', ['task.failed']);
		expect(await refused({ url: receiver.url, events: ['task.completed'] }, 'one key')).toMatchObject({
			status: 409,
			body: { type: 'idempotency_key_reused' },
		});
		expect((await send({ method: 'DELETE', path })).status).toBe(204);
		expect(await send({ path })).toMatchObject({ status: 404, body: { type: 'subscription_not_found' } });
	});
});
