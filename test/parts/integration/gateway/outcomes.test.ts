import { z } from 'zod';
import { ago } from '../../../support/time/moments';
import { eventually, isThere } from '../../../support/time/eventually';
import { temporalSettings } from '../../../../worker/config';
import { TemporalTaskService } from '../../../../worker/tasks';
import { Keyring } from '../../../../worker/temporal';
import { emailInputSchema } from '../../../../workflows/email/contract';
import { clientOf } from '../../../support/temporal/connect-patiently';
import { TOGETHER } from '../../../support/temporal/soon';
import { ask, askEnded, linkOf, type Question, retrain, untilSubscribed } from '../../../support/gateway/ask';
import { Chat } from '../../../support/gateway/chat';
import { Mailboxes } from '../../../support/gateway/mailboxes';
import { Reviews } from '../../../support/gateway/reviews';
import { runCommand } from '../../../support/gateway/run-command';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { WebhookReceiver } from '../../../support/gateway/webhook-receiver';

const DAY_MS = 24 * 3_600_000;

let platform: GatewayPlatform;
let chat: Chat;
let receiver: WebhookReceiver;

beforeAll(async () => {
	[chat, receiver] = await Promise.all([Chat.start(), WebhookReceiver.start()]);
	platform = await startPlatform({
		webhookHosts: [chat.host, receiver.host],
		clockFactor: 1_000,
		timing: TOGETHER,
	});
	await new Mailboxes(platform).active('help@shop.example');
});
afterAll(async () => {
	await platform.close();
	await Promise.all([chat.close(), receiver.close()]);
});
beforeEach(() => chat.forget());

const send = (question: Question) => ask(platform, question);
const run = (...args: string[]) => runCommand(platform, args);
const endedSchema = z.looseObject({ word: z.string(), tone: z.string(), needsAttention: z.boolean() });
const listSchema = z.looseObject({ items: z.array(z.looseObject({ id: z.string(), ended: endedSchema.nullable() })) });

const refuseRetrain = (agentId: string, times = 1) =>
	platform.admin.addFault('POST', `/agents/${agentId}/retrain`, { kind: 'status', status: 403 }, times);
const nightly = (key: string, ...agentIds: string[]): Question => ({
	method: 'POST',
	path: '/v1/tasks/nightly-retrain',
	key,
	body: { connection: 'main', agentIds },
});
const ended = (link: string) => askEnded(platform, link);

async function subscribe(key: string, body: object): Promise<string> {
	const made = await send({ method: 'POST', path: '/v1/subscriptions', key, body });
	expect(made.status).toBe(201);
	const { id } = z.looseObject({ id: z.string() }).parse(made.body);
	// Temporal's index shows a new one a moment later.
	await untilSubscribed(platform, id);
	return `/v1/subscriptions/${encodeURIComponent(id)}`;
}

/** A task in a list, once Temporal's index shows how it ended. */
const listed = (link: string) =>
	eventually(
		async () => {
			const { items } = listSchema.parse((await send({ path: '/v1/tasks?limit=100' })).body);
			const task = items.find(({ id }) => link.endsWith(id));
			return task?.ended ? task : null;
		},
		isThere,
		'the task in the list',
	);

test('a mail whose deadline passed, and one that was rejected, are not completed in green, in lists too', async () => {
	const reviews = new Reviews(platform);
	const expiring = await startExpiring();
	const { link: rejected, question } = await reviews.asking('rejected');
	await reviews.decide(rejected, 'no', { action: 'reject', hash: question.hash, by: 'Ann' });
	expect((await ended(rejected)).body).toMatchObject({
		status: 'completed',
		stage: 'completed',
		outcome: 'rejected',
		succeeded: false,
		ended: { outcome: 'rejected', word: 'Rejected', tone: 'quiet', needsAttention: false },
	});
	expect((await listed(rejected)).ended).toMatchObject({ word: 'Rejected', tone: 'quiet' });
	await ended(expiring);
	expect((await ended(expiring)).body).toMatchObject({
		status: 'completed',
		stage: 'completed',
		outcome: 'expired',
		succeeded: false,
		ended: { outcome: 'expired', word: 'Not sent, nobody decided', tone: 'bad', needsAttention: true },
	});
	expect(await listed(expiring)).toMatchObject({ ended: { word: 'Not sent, nobody decided', tone: 'bad' } });

	const needing = await run('tasks', 'list', '--needs-attention');
	expect(needing.result).toContain('not sent, nobody decided');
	expect(needing.result).not.toContain('rejected');
	const others = listSchema.parse((await send({ path: '/v1/tasks?needsAttention=false' })).body).items;
	expect(others.map(({ id }) => rejected.endsWith(id))).toContain(true);
	expect(others.map(({ id }) => expiring.endsWith(id))).not.toContain(true);
	const overview = await send({ path: `/v1/overview?since=${ago(DAY_MS).toISOString()}` });
	expect(overview.body).toMatchObject({
		failed: { items: [{ reason: 'Nobody decided in time. The email was not sent.' }] },
	});
});

/** A mail that nobody decides on. Callers must give people a minute, for which the test need not wait. */
async function startExpiring(): Promise<string> {
	const keyring = new Keyring(platform.config.encryption);
	const client = await clientOf(temporalSettings(platform.config), keyring);
	try {
		const tasks = new TemporalTaskService(client, { keyring, settleMs: 1_000 });
		const input = emailInputSchema.parse({
			connection: 'main',
			agentId: 'agent_support',
			to: ['ada@client.example'],
			subject: 'Your order',
			content: 'It is on its way.',
		});
		const started = { type: 'email-send-with-review', idempotencyKey: 'expired' } as const;
		const { id } = await tasks.start({ ...started, input: { ...input, deadlineSeconds: 2 } });
		return `/v1/tasks/${encodeURIComponent(id)}`;
	} finally {
		await client.connection.close();
	}
}

describe('a command ends with 1', () => {
	const nightlyOf = (agents: string) => run('run', 'nightly-retrain', '--connection', 'main', '--agents', agents);

	test('when an agent of a nightly retrain failed, and with 0 when none did', async () => {
		await refuseRetrain('agent_sales');
		const some = await nightlyOf('agent_support,agent_sales');
		expect(some).toMatchObject({
			code: 1,
			result: expect.stringMatching(/: some agents failed\. 1 of 2 agents/) as string,
		});
		await refuseRetrain('agent_sales');
		const none = await nightlyOf('agent_sales');
		expect(none).toMatchObject({
			code: 1,
			result: expect.stringMatching(/: no agent retrained\. 0 of 1 agents/) as string,
		});
		expect(await nightlyOf('agent_sales')).toMatchObject({ code: 0 });
	});

	test('when no source was indexed', async () => {
		await platform.admin.addFault('POST', '/agents/{id}/sources', { kind: 'status', status: 422 }, 2);
		const urls = ['https://one.example/', 'https://two.example/'].flatMap((url) => ['--url', url]);
		const added = await run('run', 'add-sources', '--connection', 'main', '--agent', 'agent_support', ...urls);
		expect(added).toMatchObject({
			code: 1,
			result: expect.stringMatching(/no source indexed\. 0 of 2 sources/) as string,
		});
	});

	test('when it watched a mail that was rejected', async () => {
		const reviews = new Reviews(platform);
		const { link, question } = await reviews.asking('watched');
		const id = decodeURIComponent(link.slice(link.lastIndexOf('/') + 1));
		const watching = run('tasks', 'watch', id);
		await reviews.decide(link, 'watched', { action: 'reject', hash: question.hash });
		expect(await watching).toMatchObject({ code: 1, result: expect.stringContaining(': rejected. ') as string });
	});
});

describe('who subscribes with the default events', () => {
	const DEFAULT_EVENTS = ['task.failed', 'sync.blocked'];

	test('hears of a nightly retrain with a failed agent: which one, and why', async () => {
		const paths = [
			await subscribe('people', { format: 'slack', url: chat.slackUrl, events: DEFAULT_EVENTS }),
			await subscribe('program', { url: receiver.url, events: DEFAULT_EVENTS }),
		];
		await refuseRetrain('agent_sales');
		const { link } = { link: linkOf(await send(nightly('one failed', 'agent_support', 'agent_sales'))) };
		expect((await ended(link)).body).toMatchObject({ outcome: 'partly_failed' });
		const [signed] = await receiver.untilReceived('task.failed');
		expect(signed?.body.data).toMatchObject({
			status: 'completed',
			ended: { outcome: 'partly_failed', word: 'Some agents failed' },
			error: { issues: [{ path: 'agent_sales' }] },
		});
		const [message] = await chat.untilSlack(1);
		expect(message?.text).toMatch(/^Some agents failed: Nightly retrain\n\n1 of 2 agents were retrained, 1 failed\./);
		expect(message?.text).toMatch(/- agent_sales: \S+/);
		for (const path of paths) await send({ method: 'DELETE', path });
	});

	test('gets one message for ten failures of one cause in one night, and none for a cancellation', async () => {
		const path = await subscribe('night', { format: 'slack', url: chat.slackUrl, events: DEFAULT_EVENTS });
		await platform.admin.setSettings({ clockFactor: 0.01 });
		const cancelled = linkOf(await send(retrain('cancelled')));
		await send({ method: 'POST', path: `${cancelled}/cancel` });
		await platform.admin.setSettings({ clockFactor: 1_000 });
		const agents = await Promise.all(
			Array.from({ length: 10 }, (_, index) =>
				platform.admin.createAgent({ name: `Night ${index}`, website: platform.sandbox.siteUrl }),
			),
		);
		await platform.admin.addFault('POST', '/agents/{id}/retrain', { kind: 'status', status: 403 }, agents.length);
		await Promise.all(agents.map(({ id }) => send(retrain(`night ${id}`, { agentId: id }))));
		const [message] = await chat.untilSlack(1);
		expect(message?.text).toMatch(/^10 failures: Retrain and wait\n/);
		for (const { id } of agents) expect(message?.text).toContain(id);
		const deliveries = async () =>
			z.looseObject({ items: z.array(z.looseObject({})) }).parse((await send({ path: `${path}/deliveries` })).body)
				.items;
		await eventually(deliveries, (seen) => expect(seen).toHaveLength(1), 'a delivery is a workflow of its own');
		await send({ method: 'DELETE', path });
	});
});
