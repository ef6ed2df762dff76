import type { Client } from '@temporalio/client';
import { temporalSettings } from '../../../../worker/config';
import { scheduleViewSchema } from '../../../../worker/gateway/schemas';
import { Keyring } from '../../../../worker/temporal';
import { mendedBy } from '../../../../workflows/task/mended-by';
import type { EventData, TaskEvent } from '../../../../workflows/task/event';
import { INTERNAL_QUEUE } from '../../../../workflows/task-queues';
import { ask, askEnded, idOf, linkOf, type Question, untilSubscribed } from '../../../support/gateway/ask';
import { Chat } from '../../../support/gateway/chat';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { clientOf } from '../../../support/temporal/connect-patiently';
import { SOON } from '../../../support/temporal/soon';
import { eventually, isThere } from '../../../support/time/eventually';

let platform: GatewayPlatform;
let client: Client;
let chat: Chat;
beforeAll(async () => {
	chat = await Chat.start();
	platform = await startPlatform({
		clockFactor: 400,
		webhookHosts: [chat.host],
		labelled: { schedules: {}, retries: {}, flows: {}, later: {}, syncs: {} },
		timing: { ...SOON, quietMs: 500, holdMs: 300 },
	});
	client = await clientOf(temporalSettings(platform.config), new Keyring(platform.config.encryption));
});
afterAll(async () => {
	await client.connection.close();
	await platform.close();
	await chat.close();
});

const send = (question: Question) => ask(platform, question);

/** A chat that gets these events of one connection. */
async function subscribe(connection: string, events: string[]): Promise<void> {
	const body = { format: 'slack', url: chat.slackUrl, connection, events };
	const made = await send({ method: 'POST', path: '/v1/subscriptions', key: connection, body });
	await untilSubscribed(platform, idOf(made));
}

afterEach(() => {
	chat.forget();
});

/** The messages, once there are as many. */
function toldOf(count: number): Promise<string[]> {
	return eventually(
		() => chat.slack.map(({ text }) => text),
		({ length }) => length === count,
		'the pause after a message is an hour, unless it worked again in between',
		{ looks: 600 },
	);
}

const each = (...texts: string[]) => texts.map((text) => expect.stringContaining(text) as string);

/** An agent whose next retrains the service refuses. */
async function failing(agentId: string): Promise<void> {
	await platform.admin.addFault('POST', `/agents/${agentId}/retrain`, { kind: 'status', status: 403 });
}

async function newAgent(name: string): Promise<string> {
	return (await platform.admin.createAgent({ id: `agent_${name}`, name, website: platform.sandbox.siteUrl })).id;
}

let keys = 0;
async function post(path: string, body?: object): Promise<string> {
	keys += 1;
	const started = await send({ method: 'POST', path, key: `key ${keys}`, ...(body && { body }) });
	await askEnded(platform, linkOf(started));
	return idOf(started);
}

const retrain = (connection: string, agentId: string) =>
	post('/v1/tasks/retrain-and-wait', { version: 1, connection, agentId });

test('a run of a schedule that fails after a good one is told at once', async () => {
	await subscribe('schedules', ['task.failed', 'schedule.recovered']);
	const agentId = await newAgent('nights');
	const input = { connection: 'schedules', agentIds: [agentId] };
	const body = { type: 'nightly-retrain', input, cron: '0 3 * * *', timeZone: 'UTC' };
	await send({ method: 'PUT', path: '/v1/schedules/nights', body });
	const run = async (count: number) => {
		await send({ method: 'POST', path: '/v1/schedules/nights/run-now', key: `${count}` });
		const read = async () =>
			scheduleViewSchema.parse((await send({ path: '/v1/schedules/nights' })).body).recent[count - 1]?.taskId ?? null;
		await askEnded(platform, `/v1/tasks/${encodeURIComponent(await eventually(read, isThere, `run ${count}`))}`);
	};
	await failing(agentId);
	await run(1);
	expect(await toldOf(1)).toEqual(each('No agent retrained'));
	await run(2);
	expect(await toldOf(2)).toEqual(each('No agent retrained', 'works again'));
	await failing(agentId);
	await run(3);
	expect(await toldOf(3)).toEqual(each('No agent retrained', 'works again', 'No agent retrained'));
});

test('an agent that fails after its retry succeeded is told at once', async () => {
	await subscribe('retries', ['task.failed']);
	const agentId = await newAgent('retried');
	await failing(agentId);
	const body = { version: 1, connection: 'retries', agentIds: [agentId] };
	const first = await post('/v1/tasks/nightly-retrain', body);
	expect(await toldOf(1)).toEqual(each('No agent retrained'));
	await post(`/v1/tasks/${first}/actions/retry-failed`);
	await failing(agentId);
	await post('/v1/tasks/nightly-retrain', body);
	expect(await toldOf(2)).toEqual(each('No agent retrained', 'No agent retrained'));
});

test('so is one that any flow retrained, and a task that was retried as a whole', async () => {
	await subscribe('flows', ['task.failed']);
	const agentId = await newAgent('flow');
	await failing(agentId);
	await retrain('flows', agentId);
	expect(await toldOf(1)).toEqual(each('Failed'));
	await retrain('flows', agentId);
	await failing(agentId);
	const second = await retrain('flows', agentId);
	expect(await toldOf(2)).toEqual(each('Failed', 'Failed'));
	await post(`/v1/tasks/${second}/actions/retry`);
	await failing(agentId);
	await retrain('flows', agentId);
	expect(await toldOf(3)).toEqual(each('Failed', 'Failed', 'Failed'));
});

test('so is one that joined after the message and was retrained, which no message names then', async () => {
	await subscribe('later', ['task.failed']);
	const [first, joined] = [await newAgent('told'), await newAgent('joined')];
	for (const agentId of [first, joined]) {
		await failing(agentId);
		await retrain('later', agentId);
		expect(await toldOf(1)).toEqual(each(first));
	}
	for (const agentId of [joined, first]) await retrain('later', agentId);
	await failing(joined);
	await retrain('later', joined);
	expect(await toldOf(2)).toEqual(each(first, joined));
});

test('a sync that is blocked, moves again, and is blocked again: each is told at once', async () => {
	await subscribe('syncs', ['sync.blocked', 'sync.resumed']);
	const task = { id: 'lead-sync~one', type: 'lead-sync', connection: 'syncs', agentId: 'agent_one' };
	const at = '2026-11-27T09:00:00.000Z';
	const of = { agentId: task.agentId, destination: 'crm', cause: 'destination', since: at, leadsRefused: 0 } as const;
	const blocked: EventData['sync.blocked'] = { ...of, reason: 'It answered 503.' };
	const resumed: EventData['sync.resumed'] = { ...of, resumedAt: at, blockedSeconds: 60, caughtUp: 7 };
	const publish = async (event: Pick<TaskEvent, 'type' | 'data'>, number: number) => {
		const id = `${task.id}~run~notice-${number}`;
		const published: TaskEvent = { id, at, task, ...event, ...mendedBy(event.type, event.data, task) };
		const workflowId = `event/${id}`;
		await client.workflow.execute('publishEvent', { workflowId, taskQueue: INTERNAL_QUEUE, args: [published] });
	};
	const told: string[] = [];
	for (const number of [1, 3]) {
		await publish({ type: 'sync.blocked', data: blocked }, number);
		told.push('is blocked');
		expect(await toldOf(told.length)).toEqual(each(...told));
		await publish({ type: 'sync.resumed', data: resumed }, number + 1);
		told.push('works again');
		expect(await toldOf(told.length)).toEqual(each(...told));
	}
});
