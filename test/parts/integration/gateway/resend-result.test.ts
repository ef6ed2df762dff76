import { z } from 'zod';
import { eventually } from '../../../support/time/eventually';
import { ask, askEnded, idOf, linkOf, type Question, retrain, untilSubscribed } from '../../../support/gateway/ask';
import { Mailboxes } from '../../../support/gateway/mailboxes';
import { Reviews } from '../../../support/gateway/reviews';
import { runCommand } from '../../../support/gateway/run-command';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { WebhookReceiver } from '../../../support/gateway/webhook-receiver';

let platform: GatewayPlatform;
let receiver: WebhookReceiver;

beforeAll(async () => {
	receiver = await WebhookReceiver.start();
	platform = await startPlatform({ webhookHosts: [receiver.host], clockFactor: 400 });
});

afterAll(async () => {
	await platform.close();
	await receiver.close();
});

let subscriptions: string[] = [];

afterEach(async () => {
	for (const path of subscriptions) await send({ method: 'DELETE', path });
	subscriptions = [];
	receiver.received.length = 0;
	receiver.status = 200;
});

const send = (question: Question) => ask(platform, question);
const resend = (link: string, key: string) => send({ method: 'POST', path: `${link}/actions/resend-result`, key });

async function subscribe(key: string, events: string[]) {
	const made = await send({ method: 'POST', path: '/v1/subscriptions', key, body: { url: receiver.url, events } });
	const id = idOf(made);
	const path = `/v1/subscriptions/${encodeURIComponent(id)}`;
	subscriptions.push(path);
	await untilSubscribed(platform, id);
	return { id, path };
}

async function endedRetrain(key: string) {
	const started = await send(retrain(key));
	const link = linkOf(started);
	await askEnded(platform, link);
	return { id: idOf(started), link };
}

const logSchema = z.object({ items: z.array(z.looseObject({ eventId: z.string(), status: z.string() })) });

/** The deliveries of a subscription, once so many have ended in that way. */
async function log(path: string, status: string, count: number) {
	return eventually(
		async () => logSchema.parse((await send({ path: `${path}/deliveries` })).body).items,
		(items) => items.filter((item) => item.status === status).length >= count,
		'a delivery is a workflow of its own',
	);
}

test('a subscriber that was unavailable gets the end of the task with the same webhook-id, once for a key', async () => {
	// Gone, in the words of Standard Webhooks: what was on its way is given up.
	receiver.status = 410;
	const { id: subscriptionId, path } = await subscribe('was away', ['task.completed']);
	const { id, link } = await endedRetrain('was away');
	const [missed] = await receiver.untilReceived('task.completed');
	await log(path, 'not_wanted', 1);
	const eventId = missed?.headers['webhook-id'];

	receiver.status = 200;
	const [first, repeated] = [await resend(link, 'again'), await resend(link, 'again')];
	expect(first).toMatchObject({
		status: 202,
		body: {
			message: 'task.completed is sent again to one subscription.',
			events: [{ id: eventId, type: 'task.completed', subscriptions: [subscriptionId] }],
		},
	});
	expect(repeated).toEqual(first);
	await log(path, 'delivered', 1);
	const command = await runCommand(platform, ['tasks', 'resend', id, '--key', 'once more']);
	expect(command).toMatchObject({ code: 0, result: 'task.completed is sent again to one subscription.' });

	// What the repeat had sent would have come before this one.
	expect(await log(path, 'delivered', 2)).toHaveLength(3);
	expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId, eventId]);
	expect(receiver.received.map(({ body }) => body)).toEqual(Array(3).fill(missed?.body));
});

test('a later subscriber gets the event too, and without subscribers nothing is sent', async () => {
	const { link } = await endedRetrain('nobody');
	expect(await resend(link, 'nobody')).toMatchObject({
		status: 202,
		body: { message: expect.stringContaining('No subscription') as string, events: [{ subscriptions: [] }] },
	});
	const { id, path } = await subscribe('later', ['task.completed']);
	expect((await resend(link, 'nobody')).body).toMatchObject({ events: [{ subscriptions: [] }] });
	expect((await resend(link, 'somebody')).body).toMatchObject({ events: [{ subscriptions: [id] }] });
	expect(await log(path, 'delivered', 1)).toHaveLength(1);
});

test('a running task is refused, and a cancelled one sends its failure again', async () => {
	await platform.admin.setSettings({ clockFactor: 0.001 });
	const { id: subscriptionId, path } = await subscribe('cancelled', ['task.failed']);
	const started = await send(retrain('cancelled', { agentId: 'agent_sales' }));
	const link = linkOf(started);
	expect(await resend(link, 'early')).toMatchObject({ status: 409, body: { type: 'task_running' } });
	await send({ method: 'POST', path: `${link}/cancel` });
	await askEnded(platform, link);
	await platform.admin.setSettings({ clockFactor: 400 });
	await log(path, 'delivered', 1);

	expect((await resend(link, 'early')).body).toMatchObject({
		events: [{ type: 'task.failed', subscriptions: [subscriptionId] }],
	});
	await log(path, 'delivered', 2);
	const [one, other] = await receiver.untilReceived('task.failed', 2);
	expect(other?.body).toEqual(one?.body);
	expect(other?.body.data).toMatchObject({ status: 'cancelled' });
});

test('the outcome of a mail is sent again too', async () => {
	await new Mailboxes(platform).active('help@shop.example');
	const reviews = new Reviews(platform);
	const { link, question } = await reviews.asking('mailed');
	await reviews.decide(link, 'yes', { action: 'approve', hash: question.hash, by: 'Lead' });
	await reviews.ended(link);
	const { id, path } = await subscribe('outcomes', ['email.outcome']);
	expect((await resend(link, 'outcome')).body).toMatchObject({
		events: [
			{ type: 'email.outcome', subscriptions: [id] },
			{ type: 'task.completed', subscriptions: [] },
		],
	});
	await log(path, 'delivered', 1);
	const [message] = await receiver.untilReceived('email.outcome');
	expect(message?.body.data).toMatchObject({ outcome: 'sent', outcomes: [{ address: 'ada@client.example' }] });
});

test('what is no task is refused, and so is a request without a key', async () => {
	expect(await resend('/v1/tasks/retrain-and-wait%2Fnone', 'none')).toMatchObject({
		status: 404,
		body: { type: 'task_not_found' },
	});
	const path = '/v1/tasks/retrain-and-wait%2Fnone/actions/resend-result';
	expect(await send({ method: 'POST', path })).toMatchObject({ status: 400 });
	expect(await runCommand(platform, ['tasks', 'resend', 'retrain-and-wait/none'])).toMatchObject({
		code: 2,
		notes: expect.stringContaining('There is no task') as string,
	});
});
