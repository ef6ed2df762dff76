import { z } from 'zod';
import { eventually, isThere } from '../../../support/time/eventually';
import { idOf, linkOf, type Question, retrain } from '../../../support/gateway/ask';
import { overviewSchema, subscriptionListSchema } from '../../../../worker/gateway/schemas';
import { useSubscriptions, withSecret } from './use-subscriptions';

const use = useSubscriptions();
const deliveries = z.object({ items: z.array(z.looseObject({ id: z.string(), status: z.string() })) });

beforeEach(() => {
	use().receiver.received.length = 0;
	use().receiver.status = 200;
});

async function logOf(path: string, status: string): Promise<z.infer<typeof deliveries>['items']> {
	return eventually(
		async () => deliveries.parse((await use().send({ path: `${path}/deliveries` })).body).items,
		(items) => items.some((item) => item.status === status),
		'a delivery is a workflow of its own',
	);
}

test('a subscriber gets one event, signed with its secret, and the log shows it', async () => {
	const { id, secret, path } = await use().subscribe('told', ['task.completed']);
	const taskId = await use().finishedRetrain('told');
	const [message] = await use().receiver.untilReceived('task.completed');
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
	const [first, repeated] = [await use().send(again), await use().send(again)];
	expect([first.status, idOf(first)]).toEqual([202, idOf(repeated)]);
	const both = await use().receiver.untilReceived('task.completed', 2);
	expect(new Set(both.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
	expect(use().platform.logged()).not.toContain(secret);
	expect((await use().send({ path })).text).not.toContain(secret);
	expect((await use().send({ path: '/v1/subscriptions' })).text).toContain(id);
	await use().send({ method: 'DELETE', path });
});

test('the list and the overview count messages that do not arrive, of subscriptions that there are', async () => {
	const { id, path } = await use().subscribe('undelivered', ['task.completed']);
	const listed = async () => {
		const { items } = subscriptionListSchema.parse((await use().send({ path: '/v1/subscriptions' })).body);
		return items.find((each) => each.id === id)?.undelivered ?? null;
	};
	expect(await listed()).toBeNull();
	use().receiver.status = 404;
	await use().send({ method: 'POST', path: `${path}/send-sample`, key: 'lost', body: { event: 'task.completed' } });
	const found = await eventually(listed, isThere, 'a delivery is a workflow of its own');
	expect(found.count).toBe(1);
	expect((await use().send({ path: '/v1/overview' })).body).toMatchObject({
		undelivered: { count: 1, subscriptions: 1, since: found.since },
	});
	await use().send({ method: 'DELETE', path });
	const ofAll = async () => overviewSchema.parse((await use().send({ path: '/v1/overview' })).body).undelivered.count;
	await eventually(ofAll, (count) => count === 0, "Temporal's index drops a subscription a moment later");
});

test('a sample is sent once for a key, marked as one, and only if the subscription has its event', async () => {
	const { secret, path } = await use().subscribe('samples', ['review.requested', 'lead.refused']);
	const sample = (event: string): Question => ({
		method: 'POST',
		path: `${path}/send-sample`,
		key: 'sample',
		body: { event },
	});
	const [first, repeated] = [
		await use().send(sample('review.requested')),
		await use().send(sample('review.requested')),
	];
	expect([first.status, idOf(first)]).toEqual([202, idOf(repeated)]);
	const [message] = await use().receiver.untilReceived('review.requested');
	expect(message?.isSignedBy(secret)).toBe(true);
	expect(message?.body).toMatchObject({
		sample: true,
		data: {
			task: { url: expect.stringContaining('/tasks#task=') as string },
			reviewUrl: expect.stringMatching(/review.sample$/) as string,
		},
	});
	await use().send(sample('lead.refused'));
	await use().receiver.untilReceived('lead.refused');
	expect(await use().send(sample('task.failed'))).toMatchObject({
		status: 409,
		body: { type: 'event_not_subscribed' },
	});
	expect(use().receiver.received).toHaveLength(2);
	await use().send({ method: 'DELETE', path });
});

test('a subscription that is made anew with the same key has a new secret; a repeat of one creation has the same', async () => {
	const first = await use().subscribe('anew', ['task.completed']);
	expect((await use().subscribe('anew', ['task.completed'])).secret).toBe(first.secret);
	expect((await use().send({ method: 'DELETE', path: first.path })).status).toBe(204);
	const second = await use().subscribe('anew', ['task.completed']);
	expect(second.id).toBe(first.id);
	expect(second.secret).not.toBe(first.secret);
	expect((await use().subscribe('anew', ['task.completed'])).secret).toBe(second.secret);
	await use().finishedRetrain('anew');
	const [message] = await use().receiver.untilReceived('task.completed');
	expect([message?.isSignedBy(second.secret), message?.isSignedBy(first.secret)]).toEqual([true, false]);
	await use().send({ method: 'DELETE', path: second.path });
});

test('only subscribed events are sent: not other events, not other connections, nothing while it is off', async () => {
	const wrongEvent = await use().subscribe('wrong event', ['task.failed']);
	const wrongConnection = await use().subscribe('wrong connection', ['task.completed'], { connection: 'narrow' });
	const off = await use().subscribe('off', ['task.completed'], { enabled: false });
	const subscribed = await use().subscribe('told as well', ['task.completed']);
	await use().finishedRetrain('filtered');
	await use().receiver.untilReceived('task.completed');
	await logOf(subscribed.path, 'delivered');
	for (const { path } of [wrongEvent, wrongConnection, off])
		expect((await use().send({ path: `${path}/deliveries` })).body).toMatchObject({ items: [] });
	expect(use().receiver.received).toHaveLength(1);
	for (const { path } of [wrongEvent, wrongConnection, off, subscribed]) await use().send({ method: 'DELETE', path });
});

test('a delivery that is sent again is dropped when the subscription no longer asks for its event', async () => {
	const { path } = await use().subscribe('no longer', ['task.completed']);
	await use().finishedRetrain('no longer');
	const [delivery] = await logOf(path, 'delivered');
	const change: Question = { method: 'PATCH', path, key: 'fewer events', body: { events: ['task.failed'] } };
	expect((await use().send(change)).status).toBe(200);
	const id = encodeURIComponent(delivery?.id ?? '');
	expect((await use().send({ method: 'POST', path: `${path}/deliveries/${id}/resend`, key: 'no longer' })).status).toBe(
		202,
	);
	await logOf(path, 'not_wanted');
	expect(use().receiver.received).toHaveLength(1);
	await use().send({ method: 'DELETE', path });
});

test('a cancelled task is reported as failed, with both secrets while one replaces the other', async () => {
	const { path, secret } = await use().subscribe('rotated', ['task.failed']);
	const rotate: Question = { method: 'POST', path: `${path}/rotate-secret`, key: 'rotate' };
	const [rotated, repeated] = [await use().send(rotate), await use().send(rotate)];
	const { secret: fresh } = withSecret.parse(rotated.body);
	expect(fresh).not.toBe(secret);
	expect(repeated.body).toEqual(rotated.body);

	await use().platform.admin.setSettings({ clockFactor: 0.001 });
	const started = await use().send(retrain('cancelled', { agentId: 'agent_sales' }));
	await use().send({ method: 'POST', path: `${linkOf(started)}/cancel` });
	const [message] = await use().receiver.untilReceived('task.failed');
	await use().platform.admin.setSettings({ clockFactor: 400 });
	expect(message?.body.data).toMatchObject({ status: 'cancelled' });
	expect([secret, fresh].map((each) => message?.isSignedBy(each))).toEqual([true, true]);
	await use().send({ method: 'DELETE', path });
});

test('a redirect is not followed, and an address that was corrected is used by what is still on its way', async () => {
	use().receiver.status = 307;
	const { path } = await use().subscribe('redirected', ['task.completed']);
	await use().finishedRetrain('redirected');
	await use().receiver.untilReceived('task.completed');
	const [pending] = await logOf(path, 'pending');
	use().receiver.status = 200;
	const changed = await use().send({
		method: 'PATCH',
		path,
		key: 'new address',
		body: { url: `http://${use().receiver.host}/new` },
	});
	expect(changed).toMatchObject({ status: 200, body: { url: `http://${use().receiver.host}/new` } });
	await use().receiver.untilReceived('task.completed', 2);
	const [delivered] = await logOf(path, 'delivered');
	expect(delivered?.id).toBe(pending?.id);
	await use().send({ method: 'DELETE', path });
});
