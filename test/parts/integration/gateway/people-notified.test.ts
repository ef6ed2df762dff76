import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { EVENT_TYPES } from '../../../../workflows/task/event';
import { ask, askEnded, idOf, linkOf, type Question, retrain, untilSubscribed } from '../../../support/gateway/ask';
import { Chat } from '../../../support/gateway/chat';
import { Mailboxes } from '../../../support/gateway/mailboxes';
import { Reviews } from '../../../support/gateway/reviews';
import { runCommand } from '../../../support/gateway/run-command';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { eventually } from '../../../support/time/eventually';

const viewer = { name: 'viewer', token: randomBytes(24).toString('hex'), roles: ['read'] };

let platform: GatewayPlatform;
let chat: Chat;
let mail: Mailboxes;

beforeAll(async () => {
	chat = await Chat.start();
	platform = await startPlatform({
		webhookHosts: [chat.host],
		clockFactor: 400,
		moreTokens: [viewer],
		connections: { vienna: { timeZone: 'Europe/Vienna', locale: 'de-AT' } },
	});
	mail = new Mailboxes(platform);
});
afterAll(async () => {
	await platform.close();
	await chat.close();
});
beforeEach(() => chat.forget());

const send = (question: Question) => ask(platform, question);
const deliveriesSchema = z.object({
	items: z.array(
		z.object({
			id: z.string(),
			type: z.string(),
			status: z.string(),
			answer: z.number().nullable(),
			attempts: z.number().nullable(),
			error: z.string().nullable(),
		}),
	),
});

async function subscribe(key: string, body: object) {
	const made = await send({ method: 'POST', path: '/v1/subscriptions', key, body });
	expect(made).toMatchObject({ status: 201, body: { secret: null } });
	await untilSubscribed(platform, idOf(made));
	return { made, path: `/v1/subscriptions/${encodeURIComponent(idOf(made))}` };
}

async function deliveriesOf(path: string) {
	return deliveriesSchema.parse((await send({ path: `${path}/deliveries` })).body).items;
}

type Deliveries = Awaited<ReturnType<typeof deliveriesOf>>;

async function untilDelivered(path: string, isSo: (all: Deliveries) => boolean): Promise<Deliveries> {
	return eventually(() => deliveriesOf(path), isSo, 'a delivery is a workflow of its own');
}

const sample = (path: string, event: string, key = event): Question => ({
	method: 'POST',
	path: `${path}/send-sample`,
	key,
	body: { event },
});
const remove = (path: string) => send({ method: 'DELETE', path });

test('Slack takes a message for every event, and nobody sees its address', async () => {
	const body = { format: 'slack', url: chat.slackUrl, events: EVENT_TYPES, timeZone: 'Europe/Berlin' };
	const { made, path } = await subscribe('slack', body);
	for (const event of EVENT_TYPES) await send(sample(path, event));
	await send(sample(path, 'task.completed'));
	const posted = await chat.untilSlack(EVENT_TYPES.length);
	const all = await untilDelivered(path, (each) => each.every(({ status }) => status === 'delivered'));
	expect([chat.refused, all.length, posted.length]).toEqual([[], EVENT_TYPES.length, EVENT_TYPES.length]);
	const digest = posted.find(({ text }) => text.startsWith('Sample: Needs a look: Nightly retrain'));
	expect(digest?.text).toContain('Time: 31 Jan 2026, 10:00 (Europe/Berlin)');
	const review = posted.find(({ text }) => text.includes('Please review'));
	expect(review?.text).toMatch(/\/review\/sample\|Read and decide>$/);

	const listed = await send({ path: '/v1/subscriptions' });
	const changed = await send({ method: 'PATCH', path, key: 'slack', body: { url: `${chat.slackUrl}-2` } });
	for (const { text } of [made, listed, changed, await send({ path }), await send({ path, token: viewer.token })])
		expect(text).toContain(JSON.stringify(`http://${chat.host}/…`));
	for (const text of [made.text, listed.text, changed.text, platform.logged()])
		expect(text).not.toContain('path-secret');
	await remove(path);
});

test('a chat that asks for a pause is asked again, one that refuses shows why, and a lost response is repeated', async () => {
	const { path } = await subscribe('pause', { format: 'slack', url: chat.slackUrl, events: ['task.completed'] });
	chat.reactions.push({ status: 429, body: 'rate_limited', headers: { 'retry-after': '1' } });
	await send(sample(path, 'task.completed'));
	await chat.untilSlack(1);

	// Refused until somebody has read why.
	for (let nth = 0; nth < 100; nth += 1) chat.reactions.push({ status: 404, body: 'no_service' });
	await send(sample(path, 'task.completed', 'removed'));
	const [pending] = await untilDelivered(path, ([each]) => typeof each?.error === 'string');
	expect(pending).toMatchObject({ status: 'pending', error: `${chat.host} answered 404 (no_service).` });
	chat.reactions.length = 0;
	await chat.untilSlack(2);

	chat.reactions.push('keep and lose the response');
	await send(sample(path, 'task.completed', 'lost'));
	const [, , third, fourth] = await chat.untilSlack(4);
	expect(fourth).toEqual(third);
	expect(chat.refused).toEqual([]);
	await remove(path);
});

test('Teams takes a card of every event, with a button to the page', async () => {
	const { path } = await subscribe('teams', { format: 'teams', url: chat.teamsUrl, events: EVENT_TYPES });
	for (const event of EVENT_TYPES) await send(sample(path, event));
	const posted = await chat.untilTeams(EVENT_TYPES.length);
	await untilDelivered(path, (all) => all.every(({ status, answer }) => status === 'delivered' && answer === 202));
	expect(chat.refused).toEqual([]);
	const refused = posted.find(({ summary }) => summary === 'Sample: 1 lead was refused by crm');
	expect(refused?.attachments[0].content.actions[0]).toMatchObject({
		title: 'See the refused leads',
		url: expect.stringMatching(/\/syncs#refused=lead-sync~sample$/) as string,
	});
	expect(platform.logged()).not.toMatch(/path-secret|query-secret/);
	await remove(path);
});

test('a task that ended is mailed once to each recipient, also if one is refused for now and one for good', async () => {
	const recipients = ['ada@team.example', 'slow@team.example', 'gone@team.example'];
	await platform.admin.addMailRule({ address: 'slow@team.example', outcome: 'deferred', times: 2 });
	await platform.admin.addMailRule({ address: 'gone@team.example', outcome: 'bounced' });
	const { path } = await subscribe('mail', { format: 'email', recipients, events: ['task.completed'] });
	const started = await send(retrain('mailed'));
	await askEnded(platform, linkOf(started));
	const slow = await mail.untilReceived('slow@team.example');
	const [delivery] = await untilDelivered(path, ([each]) => each?.status === 'delivered');
	expect(delivery).toMatchObject({
		status: 'delivered',
		answer: 250,
		error: 'The mail server refused 1 of 3 recipients for good.',
	});
	const ada = await mail.received('ada@team.example');
	expect([ada.length, (await mail.received('gone@team.example')).length]).toEqual([1, 0]);
	expect(ada[0]).toMatchObject({
		subject: 'Completed, some pages failed: Retrain and wait',
		rcptTo: ['ada@team.example'],
	});
	expect(ada[0]?.messageId).not.toBe(slow.messageId);
	expect(ada[0]?.text).toContain(`/tasks#task=${encodeURIComponent(idOf(started))}`);
	expect(platform.logged()).not.toContain('@team.example');

	const id = encodeURIComponent(delivery?.id ?? '');
	await send({ method: 'POST', path: `${path}/deliveries/${id}/resend`, key: 'again' });
	await mail.untilReceived('ada@team.example', 2);
	const both = await mail.received('ada@team.example');
	expect(new Set(both.map(({ messageId }) => messageId)).size).toBe(1);
	await remove(path);
});

test('a review is announced with its page, and a look at the page decides nothing', async () => {
	const { path } = await subscribe('review', {
		format: 'slack',
		url: chat.slackUrl,
		events: ['review.requested'],
	});
	await mail.active('help@shop.example');
	const reviews = new Reviews(platform);
	const { link } = await reviews.asking('announced', { to: ['bob@client.example'], subject: '<Order> *1001*' });
	const [posted] = await chat.untilSlack(1);
	const text = posted?.text ?? '';
	expect(text.startsWith('Please review: &lt;Order&gt; ∗1001∗\n')).toBe(true);
	const [, page = ''] = /<(http[^|]*)\|Read and decide>$/.exec(text) ?? [];
	expect((await fetch(platform.url + new URL(page).pathname)).status).toBe(200);
	expect(await send({ path: link })).toMatchObject({ body: { status: 'running', stage: 'reviewing' } });
	await send({ method: 'POST', path: `${link}/cancel` });
	await remove(path);
});

test('a digest comes also when all is well, if it is wanted', async () => {
	const settings = { format: 'slack', url: chat.slackUrl, events: ['schedule.digest'] };
	const quiet = await subscribe('quiet', settings);
	const all = await subscribe('all', { ...settings, digests: 'all' });
	const input = { connection: 'main', agentIds: ['agent_support'] };
	const started = await send({ method: 'POST', path: '/v1/tasks/nightly-retrain', key: 'well', body: input });
	await askEnded(platform, linkOf(started));
	const [posted] = await chat.untilSlack(1);
	expect(posted?.text).toMatch(/^All is well: Nightly retrain\n\n1 of 1 agents were retrained\./);
	await eventually(
		async () => (await deliveriesOf(all.path)).length,
		(seen) => expect(seen).toBe(1),
		'a delivery is a workflow of its own',
	);
	expect(await deliveriesOf(quiet.path)).toEqual([]);
	for (const { path } of [quiet, all]) await remove(path);
});

test('a mail has the zone and the dates of the connection it is about, unless the subscription names a zone', async () => {
	const to = 'lena@client.example';
	const body = { format: 'email', recipients: [to], events: ['schedule.digest'], digests: 'all' };
	const { made, path } = await subscribe('of a client', body);
	expect(made.body).toMatchObject({ timeZone: null });
	await untilSubscribed(platform, idOf(made));
	const input = { connection: 'vienna', agentIds: ['agent_support'] };
	await send({ method: 'POST', path: '/v1/tasks/nightly-retrain', key: 'in Vienna', body: input });
	const { text } = await mail.untilReceived(to);
	expect(text).toMatch(/^Time: \d+\. [A-Z][a-zä]+\.? \d{4}, \d\d:\d\d \(Europe\/Vienna\)$/m);
	const change = async (timeZone: string | null) =>
		(await send({ method: 'PATCH', path, key: `to ${timeZone}`, body: { timeZone } })).body;
	expect(await change('Asia/Tokyo')).toMatchObject({ timeZone: 'Asia/Tokyo' });
	const [delivery] = await untilDelivered(path, ([first]) => first?.status === 'delivered');
	const resend = `${path}/deliveries/${encodeURIComponent(delivery?.id ?? '')}/resend`;
	await send({ method: 'POST', path: resend, key: 'in Tokyo' });
	expect((await mail.untilReceived(to, 2)).text).toMatch(/^Time: \d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d \(Asia\/Tokyo\)$/m);
	expect(await change(null)).toMatchObject({ timeZone: null });
	await remove(path);
});

test('a search for a person finds the subscription that mails the person', async () => {
	const body = { format: 'email', recipients: ['Eve@team.example'], events: ['task.failed'] };
	const { made, path } = await subscribe('eve', body);
	await untilSubscribed(platform, idOf(made));
	const search = { method: 'POST', path: '/v1/persons/find', key: 'eve', body: { email: 'eve@team.example' } } as const;
	const found = await askEnded(platform, `/v1/persons/${encodeURIComponent(idOf(await send(search)))}`);
	const at = { kind: 'receiver', where: idOf(made) };
	expect(JSON.parse(found.text)).toMatchObject({
		report: {
			places: expect.arrayContaining([
				expect.objectContaining({ ...at, state: 'open' }),
				expect.objectContaining({ ...at, note: expect.stringMatching(/^Its recipients receive/) as string }),
			]) as object,
		},
	});
	await remove(path);
});

test('the command line subscribes with an address from a file, and sends a sample', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-webhook-'));
	const run = (...args: string[]) => runCommand(platform, ['subscriptions', ...args]);
	try {
		const file = join(folder, 'webhook');
		await writeFile(file, `${chat.slackUrl}\n`);
		const created = await run('create', '--format', 'slack', '--url-file', file, '--events', 'task.failed');
		expect(created).toMatchObject({ code: 0, result: expect.stringMatching(/^subscription~\S+$/) as string });
		expect(await run('send-sample', created.result, 'task.failed')).toMatchObject({ code: 0 });
		const [posted] = await chat.untilSlack(1);
		expect(posted?.text).toMatch(/^Sample: Failed: Retrain and wait/);
		expect((await run('show', created.result)).result).toMatch(/slack.*http:\/\/127\.0\.0\.1:\d+\/…/);
		expect(await run('rotate-secret', created.result)).toMatchObject({
			code: 2,
			notes: expect.stringContaining('not signed') as string,
		});
		expect(await run('delete', created.result)).toMatchObject({ code: 0 });
		expect(await run('create', '--format', 'fax', '--events', 'task.failed')).toMatchObject({ code: 2 });
		const missing = await run('create', '--format', 'slack', '--url-file', `${file}-2`, '--events', 'task.failed');
		expect(missing).toMatchObject({ code: 2, notes: expect.stringContaining('--url-file') as string });
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});

describe('what is refused at its field, before anything is kept', () => {
	test.each<[string, object, string]>([
		['no address', { format: 'slack' }, 'url'],
		['recipients of a chat', { format: 'teams', url: 'http://HOST/', recipients: ['ada@team.example'] }, 'recipients'],
		['a host that is not listed', { format: 'slack', url: 'https://hooks.slack.com/services/path-secret' }, 'url'],
		['no recipient', { format: 'email' }, 'recipients'],
		['an address of a mail', { format: 'email', url: 'http://HOST/', recipients: ['ada@team.example'] }, 'url'],
		[
			'a recipient that is none',
			{ format: 'email', recipients: ['ada@team.example', 'eve\r\nBcc: x@y'] },
			'recipients.1',
		],
		['two recipients in one', { format: 'email', recipients: ['ada@team.example, bob@team.example'] }, 'recipients.0'],
		['a recipient twice', { format: 'email', recipients: ['ada@team.example', 'ADA@team.example'] }, 'recipients'],
		['a zone that is none', { format: 'slack', url: 'http://HOST/', timeZone: 'Berlin' }, 'timeZone'],
		['a format that is none', { format: 'fax', url: 'http://HOST/' }, 'format'],
	])('%s', async (_what, given, path) => {
		const body = JSON.parse(
			JSON.stringify({ events: ['task.failed'], ...given }).replaceAll('HOST', chat.host),
		) as object;
		const answer = await send({ method: 'POST', path: '/v1/subscriptions', key: 'refused', body });
		expect(answer).toMatchObject({ status: 400, body: { issues: [{ path }] } });
		expect(answer.text).not.toContain('path-secret');
		await eventually(
			async () => (await send({ path: '/v1/subscriptions' })).body,
			(seen) => expect(seen).toMatchObject({ items: [] }),
			"Temporal's index lists a subscription a moment later",
		);
	});

	test('a change of the format, and a receiver of another one', async () => {
		const { path } = await subscribe('fixed', { format: 'slack', url: chat.slackUrl, events: ['task.failed'] });
		const change = (body: object) => send({ method: 'PATCH', path, key: JSON.stringify(body), body });
		expect(await change({ format: 'teams' })).toMatchObject({ status: 400 });
		expect((await change({ format: 'teams' })).text).toContain('create another subscription');
		expect(await change({ recipients: ['ada@team.example'] })).toMatchObject({
			status: 400,
			body: { issues: [{ path: 'recipients' }] },
		});
		expect(await send({ method: 'POST', path: `${path}/rotate-secret`, key: 'rotate' })).toMatchObject({
			status: 409,
			body: { type: 'subscription_not_signed' },
		});
		await remove(path);
	});
});
