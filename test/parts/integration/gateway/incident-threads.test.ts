import type { Client } from '@temporalio/client';
import { z } from 'zod';
import { eventually } from '../../../support/time/eventually';
import { temporalSettings } from '../../../../worker/config';
import { Keyring } from '../../../../worker/temporal';
import type { EventData, TaskEvent } from '../../../../workflows/task/event';
import { ask, idOf, type Question, untilSubscribed } from '../../../support/gateway/ask';
import { Chat } from '../../../support/gateway/chat';
import { Mailboxes } from '../../../support/gateway/mailboxes';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { publishEvents } from '../../workflows/subscribed-events';
import { BOT_TOKEN, CHANNEL, SlackWorkspace } from './slack-workspace';
import { clientOf } from '../../../support/temporal/connect-patiently';
import { TOGETHER } from '../../../support/temporal/soon';

const SINCE = '2026-11-27T09:00:00.000Z';
const LATER = '2026-11-27T10:00:00.000Z';
const EVENTS = ['sync.blocked', 'sync.resumed', 'connection.failing', 'connection.recovered'];
const TO = 'ada@team.example';

let platform: GatewayPlatform;
let client: Client;
let chat: Chat;
let slack: SlackWorkspace;
let mail: Mailboxes;
beforeAll(async () => {
	[chat, slack] = await Promise.all([Chat.start(), SlackWorkspace.start()]);
	platform = await startPlatform({ webhookHosts: [chat.host, slack.host], timing: TOGETHER });
	client = await clientOf(temporalSettings(platform.config), new Keyring(platform.config.encryption));
	mail = new Mailboxes(platform);
});
afterAll(async () => {
	await client.connection.close();
	await platform.close();
	await Promise.all([chat.close(), slack.close()]);
});

const send = (question: Question) => ask(platform, question);

async function subscribe(key: string, body: object) {
	const made = await send({ method: 'POST', path: '/v1/subscriptions', key, body: { events: EVENTS, ...body } });
	expect(made.status).toBe(201);
	const id = idOf(made);
	await untilSubscribed(platform, id);
	return { made, id, path: `/v1/subscriptions/${encodeURIComponent(id)}` };
}

const publish = (...events: TaskEvent[]) => publishEvents(client, ...events);

const bot = () => ({ format: 'slack', url: slack.url, channel: CHANNEL, token: BOT_TOKEN });

function blocked(sync: string, connection: string): TaskEvent {
	const data: EventData['sync.blocked'] = {
		agentId: `agent_${sync}`,
		destination: connection,
		cause: 'destination',
		reason: 'It answered 503.',
		since: SINCE,
		leadsRefused: 0,
	};
	const task = { id: `lead-sync~${sync}`, type: 'lead-sync', connection, agentId: `agent_${sync}` };
	return { id: `lead-sync~${sync}~run~notice-1`, type: 'sync.blocked', at: SINCE, task, data };
}

function resumed(sync: string, connection: string): TaskEvent {
	const { id, at, task } = blocked(sync, connection);
	const data: EventData['sync.resumed'] = {
		agentId: task.agentId,
		destination: connection,
		cause: 'destination',
		since: SINCE,
		resumedAt: LATER,
		blockedSeconds: 3_600,
		caughtUp: 7,
		leadsRefused: 0,
	};
	const again = `lead-sync~${sync}~run~notice-2`;
	return { id: again, type: 'sync.resumed', at: LATER, task, data, follows: { id, at } };
}

test('syncs that one destination blocked are one message, and that they move again is one reply to it', async () => {
	const connection = 'main';
	await Promise.all([
		subscribe('bot', { ...bot(), connection }),
		subscribe('webhook', { format: 'slack', url: chat.slackUrl, connection }),
		subscribe('teams', { format: 'teams', url: chat.teamsUrl, connection }),
		subscribe('mail', { format: 'email', recipients: [TO], connection }),
	]);
	const syncs = ['one', 'two', 'three'];
	await publish(...syncs.map((sync) => blocked(sync, connection)));
	await Promise.all([slack.until(1), chat.untilSlack(1), chat.untilTeams(1), mail.untilReceived(TO, 1)]);
	await publish(...syncs.map((sync) => resumed(sync, connection)));
	const [first, reply, ...others] = await slack.until(2);
	expect(others).toEqual([]);
	expect(first?.message.text).toContain('3 lead syncs are blocked: main');
	expect([first?.threadTs, reply?.threadTs]).toEqual([null, first?.ts]);
	expect(reply?.message.text).toMatch(/^3 syncs work again: main/);
	expect(reply?.message.text).not.toContain('Continues');

	const continues = 'Continues: 3 lead syncs are blocked: main. It began at 27 Nov 2026, 09:00 (UTC).';
	expect((await chat.untilSlack(2))[1]?.text).toContain(continues);
	expect(JSON.stringify((await chat.untilTeams(2))[1])).toContain(continues);
	await mail.untilReceived(TO, 2);
	const subjects = (await mail.received(TO)).map(({ subject }) => subject);
	expect(subjects.sort()).toEqual(['3 lead syncs are blocked: main', 'Re: 3 lead syncs are blocked: main']);
	expect([chat.refused, slack.refused]).toEqual([[], []]);
});

test('Slack asks for a pause, refuses in its own words, loses a response, and the thread is the same', async () => {
	const connection = 'narrow';
	const { path } = await subscribe('varied', { ...bot(), connection });
	const before = slack.posts.length;
	slack.reactions.push({ status: 429, headers: { 'retry-after': '1' }, body: { ok: false, error: 'ratelimited' } });
	// Refused until somebody has read why.
	for (let nth = 0; nth < 100; nth += 1) slack.reactions.push({ error: 'not_in_channel' });
	await publish(failing(connection));
	const pending = async () =>
		z
			.object({ items: z.array(z.object({ status: z.string(), error: z.string().nullable() })) })
			.parse((await send({ path: `${path}/deliveries` })).body).items;
	const said = await eventually(
		async () => (await pending())[0]?.error ?? '',
		(error) => error.includes('not_in_channel'),
		'the log shows a refusal once Slack has answered',
	);
	expect(said).toBe(`${slack.host} answered: not_in_channel. Invite the bot to the channel.`);
	// What follows waits for the first message.
	await publish(recovered(connection));
	slack.reactions.length = 0;
	const posts = (await slack.until(before + 2)).slice(before);
	expect(posts.map(({ threadTs }) => threadTs)).toEqual([null, posts[0]?.ts]);
	expect(posts[1]?.message.text).toContain('A connection works again: narrow');
	expect(platform.logged()).not.toContain(BOT_TOKEN);
});

test('a thread whose first message was deleted begins anew, and one that a subscription never got stands alone', async () => {
	const connection = 'restricted';
	const [all] = await Promise.all([
		subscribe('deleted', { ...bot(), connection }),
		subscribe('late', { format: 'teams', url: chat.teamsUrl, connection, events: ['connection.recovered'] }),
	]);
	const [before, cards] = [slack.posts.length, chat.teams.length];
	await publish(failing(connection));
	const first = (await slack.until(before + 1))[before];
	await eventually(
		async () => (await send({ path: `${all.path}/deliveries` })).text,
		(text) => text.includes('"delivered"'),
		'a delivery is a workflow of its own',
	);
	slack.delete(first?.ts ?? '');
	await publish(recovered(connection));
	const [again] = (await slack.until(before + 1)).slice(before);
	expect(again?.threadTs).toBeNull();
	expect(again?.message.text).toContain('A connection works again: restricted');
	expect(JSON.stringify((await chat.untilTeams(cards + 1))[cards])).not.toContain('Continues');
});

function failing(connection: string): TaskEvent {
	const blocks = { syncs: 1, tasks: 0, schedules: 0 };
	const data: EventData['connection.failing'] = { cause: 'unreachable', reason: 'No answer.', since: SINCE, blocks };
	const task = { id: `connection~${connection}`, type: 'connection', connection, agentId: null };
	return { id: `connection~${connection}~run~failing`, type: 'connection.failing', at: SINCE, task, data };
}

function recovered(connection: string): TaskEvent {
	const { id, at, task } = failing(connection);
	const data: EventData['connection.recovered'] = {
		cause: 'unreachable',
		reason: 'No answer.',
		since: SINCE,
		recoveredAt: LATER,
		failedSeconds: 3_600,
		failedTasks: 0,
	};
	const again = `connection~${connection}~run~recovered`;
	return { id: again, type: 'connection.recovered', at: LATER, task, data, follows: { id, at } };
}

test('the token of a bot is shown to nobody, and channel, token and address need each other', async () => {
	const { made, path } = await subscribe('hidden', { ...bot(), connection: 'wrong' });
	const shown = [made, await send({ path }), await send({ path: '/v1/subscriptions' })];
	for (const { text } of shown) expect(text).not.toContain(BOT_TOKEN);
	expect(made).toMatchObject({ body: { channel: CHANNEL, url: `http://${slack.host}/…` } });
	const create = async (body: object) => {
		const refused = await send({
			method: 'POST',
			path: '/v1/subscriptions',
			key: 'odd',
			body: { events: EVENTS, ...body },
		});
		return z
			.object({ issues: z.array(z.object({ path: z.string() })) })
			.parse(refused.body)
			.issues.map((each) => each.path);
	};
	const { token: _token, ...withoutToken } = bot();
	const { channel: _channel, ...withoutChannel } = bot();
	expect(await create(withoutToken)).toEqual(['token']);
	expect(await create(withoutChannel)).toEqual(['channel']);
	expect(await create({ ...bot(), url: chat.slackUrl })).toEqual(['url']);
	expect(await create({ ...bot(), format: 'teams' })).toEqual(['channel', 'token']);
	const change = (key: string, body: object) => send({ method: 'PATCH', path, key, body });
	expect((await change('incoming', { url: chat.slackUrl })).status).toBe(400);
	expect(await change('channel', { channel: 'C999' })).toMatchObject({ status: 200, body: { channel: 'C999' } });
});
