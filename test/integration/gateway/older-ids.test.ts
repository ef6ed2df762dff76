import { createHash } from 'node:crypto';
import type { Client, Connection } from '@temporalio/client';
import { z } from 'zod';
import { temporalSettings } from '../../../worker/config';
import { TemporalScheduleService } from '../../../worker/tasks/schedules';
import { inputParts } from '../../../worker/tasks/input-parts';
import { startCarrying } from '../../../worker/tasks/start-carrying';
import { definitions } from '../../../worker/tasks/definitions';
import { connectClient, Keyring } from '../../../worker/temporal';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { searchAttributes } from '../../../workflows/task/search-attributes';
import { type Answer, ask, idOf, linkOf, type Question, retrain } from './platform/ask';
import { startPlatform, type GatewayPlatform } from './platform/start-platform';
import { WebhookReceiver } from './platform/webhook-receiver';

const TEST_MS = 120_000;
/** Nobody waits for the callbacks. */
const NOBODY = '127.0.0.1:9';
const schedule = { type: 'nightly-retrain', input: { connection: 'main' }, cron: '0 2 * * *', paused: true };

let platform: GatewayPlatform;
let receiver: WebhookReceiver;
let keyring: Keyring;
let client: Client & { connection: Connection };

beforeAll(async () => {
	receiver = await WebhookReceiver.start();
	// A run of the service takes 20 s, so that tasks are open for as long as they are looked at.
	platform = await startPlatform({
		clockFactor: 2,
		webhookHosts: [receiver.host],
		callbackHosts: [NOBODY],
	});
	keyring = new Keyring(platform.config.encryption);
	client = await connectClient(temporalSettings(platform.config), keyring);
});

afterAll(async () => {
	await client.connection.close();
	await platform.close();
	await receiver.close();
});

const send = (question: Question) => ask(platform, question);
const itemsOf = ({ body }: Answer) => z.object({ items: z.array(z.looseObject({ id: z.string() })) }).parse(body).items;

/** As the version before made it. */
function hash(parts: string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 28);
}

/** Starts a task as the version before did. @returns its id, with a slash */
async function startOlder(key: string, agentId: string): Promise<string> {
	const id = `retrain-and-wait/${hash(['task', 'retrain-and-wait', key])}`;
	const input = definitions['retrain-and-wait'].input.parse({ version: 1, connection: 'main', agentId });
	await startCarrying(client, definitions['retrain-and-wait'], {
		id,
		args: { input, frozen: { keyVersion: keyring.current, settleMs: 1_000 } },
		memo: {
			inputMac: keyring.mac(inputParts({ type: 'retrain-and-wait', input })),
			startedAt: new Date().toISOString(),
		},
		typedSearchAttributes: [
			{ key: searchAttributes.task, value: 'retrain-and-wait' },
			{ key: searchAttributes.connection, value: 'main' },
			{ key: searchAttributes.stage, value: 'looking' },
			{ key: searchAttributes.agent, value: agentId },
		],
	});
	return id;
}

test(
	'what is begun now has an id that an address holds as it is',
	async () => {
		const task = await send(retrain('new', { agentId: 'agent_sales' }));
		expect(linkOf(task)).toBe(`/v1/tasks/${idOf(task)}`);
		const taskIds = [idOf(task)];
		const wait = { taskIds, callbackUrl: `http://${NOBODY}/new`, executionId: '1', nodeId: 'n', runIndex: 0 };
		const events = { url: receiver.url, events: ['task.failed'] };
		const made = await Promise.all([
			send({ method: 'POST', path: '/v1/waits', body: wait }),
			send({ method: 'POST', path: '/v1/subscriptions', key: 'new', body: events }),
			send({ method: 'POST', path: '/v1/persons/find', key: 'new', body: { email: 'ada@client.example' } }),
		]);
		const ids = made.map(idOf);
		await send({ method: 'POST', path: `/v1/tasks/${idOf(task)}/cancel` });
		const [delivery] = await untilThere(async () =>
			itemsOf(await send({ path: `/v1/subscriptions/${ids[1]}/deliveries` })),
		);
		await send({ method: 'PUT', path: '/v1/schedules/new', body: schedule });
		const run = await send({ method: 'POST', path: '/v1/schedules/new/run-now', key: 'new' });
		expect(run.status).toBe(202);
		const [scheduled] = await untilThere(async () => {
			const { running } = z
				.looseObject({ running: z.array(z.string()) })
				.parse((await send({ path: '/v1/schedules/new' })).body);
			return running;
		});
		for (const [what, id] of Object.entries({
			task: idOf(task),
			wait: ids[0],
			subscription: ids[1],
			person: ids[2],
			delivery: delivery?.id,
			scheduled,
		}))
			// A colon stands in the time that Temporal puts behind the id of what a schedule begins; a path takes it.
			expect({ what, id }).toEqual({ what, id: expect.stringMatching(/^[A-Za-z0-9._~:-]+$/) as string });
		const { links } = z
			.looseObject({ links: z.object({ self: z.string() }) })
			.parse((await send({ path: `/v1/tasks/${scheduled}` })).body);
		expect(links.self).toBe(`/v1/tasks/${scheduled}`);
		await send({ method: 'POST', path: `/v1/tasks/${scheduled}/cancel` });
	},
	TEST_MS,
);

test(
	'an open task of the version before is read, listed, found by its key, and cancelled',
	async () => {
		const id = await startOlder('before', 'agent_support');
		const path = `/v1/tasks/${encodeURIComponent(id)}`;
		expect(path).toContain('%2F');
		expect(await send({ path })).toMatchObject({ status: 200, body: { id, status: 'running', links: { self: path } } });
		await untilThere(async () => itemsOf(await send({ path: '/v1/tasks' })).filter((task) => task.id === id));

		expect(await send(retrain('before'))).toMatchObject({ status: 202, body: { id, links: { self: path } } });
		expect(await send(retrain('before', { agentId: 'agent_sales' }))).toMatchObject({
			status: 409,
			body: { type: 'idempotency_key_reused' },
		});
		const started = itemsOf(await send({ path: '/v1/tasks?type=retrain-and-wait' }));
		expect(started.filter(({ id: each }) => each === id.replace('/', '~'))).toEqual([]);
		const retrains = await platform.admin.requests({ method: 'POST', path: '/agents/agent_support/retrain' });
		expect(retrains.length).toBeLessThanOrEqual(1);

		await send({ method: 'POST', path: `${path}/cancel` });
		expect(await send({ path: `${path}?wait=60` })).toMatchObject({ body: { status: 'cancelled' } });
		// Its key starts it anew, as it would have with the version before: under the same id.
		expect(await send(retrain('before'))).toMatchObject({ status: 202, body: { id } });
		await send({ method: 'POST', path: `${path}/cancel` });
	},
	TEST_MS,
);

test(
	'a wait, a subscription and a search of the version before are found by their keys and read by both forms',
	async () => {
		const task = idOf(await send(retrain('waited', { agentId: 'agent_sales' })));
		const body = { taskIds: [task], callbackUrl: `http://${NOBODY}/old`, executionId: '2', nodeId: 'n', runIndex: 0 };
		const slot = hash(['slot', '2', 'n']);
		const waitId = `wait/${slot}.${hash(['wait', slot, '0', body.callbackUrl, task])}`;
		const waitArgs = {
			waitId,
			taskIds: [task],
			callbackUrl: body.callbackUrl,
			deadline: null,
			deliveryId: waitId.replace('wait/', 'deliver/wait.ended/'),
		};
		await client.workflow.start('waitForTasks', {
			workflowId: `wait/${slot}`,
			taskQueue: INTERNAL_QUEUE,
			args: [waitArgs],
			memo: { waitId, taskIds: [task] },
		});
		expect(await send({ method: 'POST', path: '/v1/waits', body })).toMatchObject({
			status: 202,
			body: { id: waitId },
		});
		for (const id of [waitId, waitId.replace('/', '~')])
			expect(await send({ path: `/v1/waits/${encodeURIComponent(id)}` })).toMatchObject({
				status: 200,
				body: { status: 'waiting' },
			});

		const key = { subscription: 'sub-before', person: 'person-before' };
		const settings = { url: receiver.url, events: ['task.failed'], connection: null, description: '', enabled: true };
		const subscriptionId = `subscription/${hash(['subscription', key.subscription])}`;
		const now = new Date().toISOString();
		const state = {
			settings,
			secret: { number: 1, keyVersion: keyring.current },
			previous: null,
			createdAt: now,
			updatedAt: now,
		};
		await client.workflow.start('subscription', {
			workflowId: subscriptionId,
			taskQueue: INTERNAL_QUEUE,
			args: [state],
			memo: {
				subscription: state,
				inputMac: keyring.mac(['subscription-input', settings.url, '', '', 'true', 'task.failed']),
			},
			typedSearchAttributes: [{ key: searchAttributes.subscription, value: subscriptionId }],
		});
		const again = { url: receiver.url, events: ['task.failed'] };
		expect(await send({ method: 'POST', path: '/v1/subscriptions', key: key.subscription, body: again })).toMatchObject(
			{
				status: 201,
				body: { id: subscriptionId },
			},
		);
		// The task is one of today, its receiver one of before: the log of deliveries has both.
		await send({ method: 'POST', path: `/v1/tasks/${task}/cancel` });
		const link = `/v1/subscriptions/${encodeURIComponent(subscriptionId)}`;
		const [delivery] = await untilThere(async () =>
			itemsOf(await send({ path: `${link}/deliveries` })).filter(({ taskId }) => taskId === task),
		);
		expect(encodeURIComponent(delivery?.id ?? '')).toBe(delivery?.id);
		const resend = { method: 'POST', path: `${link}/deliveries/${delivery?.id ?? ''}/resend`, key: 'again' } as const;
		expect(await send(resend)).toMatchObject({ status: 202 });
		expect(await send({ method: 'DELETE', path: link })).toMatchObject({ status: 204 });

		const person = { email: 'grace@client.example' };
		const personId = `person-find/${hash(['person', 'find', key.person])}`;
		await client.workflow.start('personData', {
			workflowId: personId,
			taskQueue: INTERNAL_QUEUE,
			args: [{ mode: 'find', request: 'none', connections: [] }],
			memo: { mode: 'find', inputMac: keyring.mac(['person-input', 'find', person.email]) },
		});
		const search = await send({ method: 'POST', path: '/v1/persons/find', key: key.person, body: person });
		expect(search).toMatchObject({ status: 202, body: { id: personId } });
		expect(await send({ path: linkOf(search) })).toMatchObject({ status: 200, body: { id: personId } });
	},
	TEST_MS,
);

test(
	'a schedule of the version before goes on, and begins tasks with ids of today',
	async () => {
		await send({ method: 'PUT', path: '/v1/schedules/older', body: schedule });
		const handle = client.schedule.getHandle('older');
		await handle.update(({ action, ...rest }) => ({
			...rest,
			action: { ...action, workflowId: 'nightly-retrain/older' },
		}));
		const frozen = { keyVersion: keyring.current, settleMs: 1_000 };
		expect(await new TemporalScheduleService(client, frozen).renewIds()).toEqual([]);
		expect((await handle.describe()).action.workflowId).toBe('nightly-retrain~older');
		expect(await send({ path: '/v1/schedules/older' })).toMatchObject({
			status: 200,
			body: { cron: ['0 2 * * *'], paused: true, input: { connection: 'main' }, type: 'nightly-retrain' },
		});
	},
	TEST_MS,
);

/** What is listed a moment after it was begun. */
async function untilThere<Item>(look: () => Promise<Item[]>): Promise<Item[]> {
	for (;;) {
		const found = await look();
		if (found.length > 0) return found;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}
