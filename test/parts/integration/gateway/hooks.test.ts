import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { ago, now } from '../../../support/time/moments';
import { type Answer, ask, askEnded, idOf } from '../../../support/gateway/ask';
import { startPlatform, type GatewayPlatform } from '../../../support/gateway/start-platform';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const [current, previous, foreign] = [newSecret(), newSecret(), newSecret()];

let platform: GatewayPlatform;

/** A published sheet. */
let sheet = '';
const sheets = createServer((_request, response) => response.end(sheet));

beforeAll(async () => {
	const secrets = [current, previous];
	sheets.listen(0, '127.0.0.1');
	await once(sheets, 'listening');
	const { port } = sheets.address() as AddressInfo;
	platform = await startPlatform({
		knowledgeHosts: [`127.0.0.1:${port}`],
		hooks: {
			sheet: {
				secrets,
				task: 'knowledge-sync',
				connection: 'main',
				fixed: { agentId: 'agent_sales', set: 'Sheet', url: `http://127.0.0.1:${port}/qa.csv` },
			},
			published: {
				secrets,
				replaySeconds: 60,
				maxBytes: 2_000,
				task: 'retrain-and-wait',
				connection: 'main',
				fixed: { waitUntil: 'canChat', ifActive: 'adopt' },
				fields: { '/agentId': '/data/agent/id', '/timeoutSeconds': '/data/limit' },
			},
			pages: {
				secrets,
				task: 'add-sources',
				connection: 'main',
				fixed: { agentId: 'agent_sales', sources: [{ type: 'url' }] },
				fields: { '/sources/0/url': '/data/page' },
			},
			down: {
				secrets,
				task: 'retrain-and-wait',
				connection: 'nowhere',
				fields: { '/agentId': '/agent' },
			},
		},
	});
});

afterAll(async () => {
	await platform.close();
	sheets.close();
});

interface Message {
	hook?: string;
	id?: string;
	content?: string;
	body?: object;
	secret?: string;
	/** Of the timestamp, in seconds. */
	age?: number;
	headers?: Record<string, string>;
}

const agent = (id: string) => ({ data: { agent: { id } } });

/** A message as a sender of Standard Webhooks posts it: with no token. */
async function post({ hook = 'published', id = 'msg', body = {}, secret = current, age = 0, ...more }: Message) {
	const at = ago(age * 1000);
	const content = more.content ?? JSON.stringify(body);
	const reply = await fetch(`${platform.url}/hooks/${hook}`, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			'webhook-id': id,
			'webhook-timestamp': `${Math.floor(at.getTime() / 1000)}`,
			'webhook-signature': new Webhook(secret).sign(id, at, content),
			...more.headers,
		},
		body: content,
	});
	const text = await reply.text();
	return { status: reply.status, text, body: JSON.parse(text) as unknown } satisfies Answer;
}

describe('what is refused, and starts nothing', () => {
	const good = { body: agent('agent_support') };
	test.each([
		['signed with another secret', { ...good, secret: foreign }],
		['older than the window of the hook', { ...good, age: 90 }],
		['older than what the library takes', { ...good, age: 600 }],
		['from the future', { ...good, age: -90 }],
		[
			'changed on its way',
			{
				...good,
				content: `${JSON.stringify(good.body)} `,
				headers: { 'webhook-signature': new Webhook(current).sign('msg', now(), '{}') },
			},
		],
		['sent under another id', { ...good, headers: { 'webhook-id': 'other' } }],
		['not signed', { ...good, headers: { 'webhook-signature': '' } }],
		['signed by nonsense', { ...good, headers: { 'webhook-signature': 'v1' } }],
		['without a timestamp', { ...good, headers: { 'webhook-timestamp': 'now' } }],
	])('a message %s: 401 in the same words', async (_what, message) => {
		const answer = await post(message);
		expect(answer).toMatchObject({
			status: 401,
			body: {
				type: 'invalid_signature',
				detail:
					'Nothing was started. Sign the message with a secret of this hook, and send the headers webhook-id, webhook-timestamp and webhook-signature (Standard Webhooks), or the three with svix in place of webhook. A message must not be older than 60 s.',
				issues: [],
			},
		});
	});

	test('a hook that there is not, whatever the signature', async () => {
		expect(await post({ hook: 'other' })).toMatchObject({ status: 404, body: { type: 'unknown_hook' } });
		expect(await post({ hook: 'constructor' })).toMatchObject({ status: 404 });
	});

	test('a message that is too large, by the limit of its hook, with or without a content-length', async () => {
		const body = { ...agent('agent_support'), more: 'x'.repeat(2_000) };
		expect(await post({ body })).toMatchObject({
			status: 413,
			body: { type: 'body_too_large', issues: [{ path: 'body', message: 'has more than 2000 bytes' }] },
		});
		const large = await post({ hook: 'pages', body: { more: 'x'.repeat(70_000) } });
		expect(large.status).toBe(413);
		const stream = { method: 'POST', body: new Blob(['x'.repeat(3_000)]).stream(), duplex: 'half' };
		const streamed = await fetch(`${platform.url}/hooks/published`, stream);
		expect(streamed.status).toBe(413);
	});

	test.each([
		['that is not JSON', { content: '{broken' }, 400, 'invalid_request', 'body', /not valid JSON/],
		['of nothing', { content: '' }, 400, 'invalid_request', 'body', /is empty/],
		['that is a number', { content: '7' }, 400, 'invalid_request', 'body', /not valid JSON/],
		[
			'without the field',
			{ body: { data: {} } },
			422,
			'invalid_message',
			'/data/agent/id',
			/is missing \(it becomes agentId\)/,
		],
		[
			'with a wrong field',
			{ body: { data: { agent: { id: 'agent_support' }, limit: 'soon' } } },
			422,
			'invalid_message',
			'/data/limit',
			/must be a number/,
		],
		['of an unknown agent', { body: agent('agent_none') }, 422, 'unknown_agent', '/data/agent/id', /agent_none/],
		[
			'with a wrong part of a list',
			{ hook: 'pages', body: { data: { page: 'ftp://x' } } },
			422,
			'invalid_message',
			'/data/page',
			/must be an http/,
		],
		[
			'for a service that is down',
			{ hook: 'down', body: { agent: 'a' } },
			502,
			'connection_unreachable',
			'connection',
			/./,
		],
	])('a message %s', async (_what, message, status, type, path, text) => {
		const answer = await post(message);
		expect(answer).toMatchObject({ status, body: { type, issues: [{ path }] } });
		expect(answer.text).toMatch(text);
	});

	test('none of them', async () => {
		expect((await ask(platform, { path: '/v1/tasks' })).body).toEqual({ items: [], nextPageToken: null });
		expect(await platform.admin.requests({ method: 'POST' })).toEqual([]);
	});
});

test('a message brings an agent into step with what is published now', async () => {
	const stepsAfter = async (id: string) => {
		const path = `/v1/tasks/${encodeURIComponent(idOf(await post({ hook: 'sheet', id })))}`;
		return (await askEnded(platform, path)).body;
	};
	sheet = 'question;answer\nSize?;All\nColour?;Brown\n';
	expect(await stepsAfter('first')).toMatchObject({ status: 'completed', result: { steps: { create: 2 } } });
	sheet = 'question;answer\nSize?;Up to 46\n';
	const steps = { create: 0, update: 1, delete: 1 };
	expect(await stepsAfter('second')).toMatchObject({ status: 'completed', result: { steps } });
});

test('a message starts its task once, however often it is sent, also signed with the secret before', async () => {
	const body = agent('agent_support');
	const answers = await Promise.all([
		post({ id: 'one', body }),
		post({ id: 'one', body }),
		post({ id: 'one', body, secret: previous, age: 30 }),
	]);
	expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
	expect(new Set(answers.map(idOf)).size).toBe(1);
	const path = `/v1/tasks/${encodeURIComponent(idOf(answers[0]))}`;
	const ended = await askEnded(platform, path);
	expect(ended.body).toMatchObject({
		error: null,
		status: 'completed',
		agentId: 'agent_support',
		result: { outcome: 'can_chat' },
	});
	expect(idOf(await post({ id: 'one', body }))).toBe(idOf(answers[0]));
	expect(await platform.admin.requests({ method: 'POST', path: '/agents/agent_support/retrain' })).toHaveLength(1);
	expect(await post({ id: 'one', body: agent('agent_sales') })).toMatchObject({
		status: 409,
		body: { type: 'idempotency_key_reused' },
	});
	expect(idOf(await post({ hook: 'published', id: 'two', body }))).not.toBe(idOf(answers[0]));
});

test('a message whose task was cancelled starts nothing when it is sent again', async () => {
	await platform.admin.setSettings({ clockFactor: 0.001 });
	const body = agent('agent_sales');
	const started = await post({ id: 'cancelled', body });
	const path = `/v1/tasks/${encodeURIComponent(idOf(started))}`;
	await ask(platform, { method: 'POST', path: `${path}/cancel` });
	expect((await askEnded(platform, path)).body).toMatchObject({ status: 'cancelled' });
	expect((await post({ id: 'cancelled', body })).body).toMatchObject({ id: idOf(started), status: 'cancelled' });
	expect(await post({ id: 'cancelled', body: agent('agent_support') })).toMatchObject({
		status: 409,
		body: { type: 'idempotency_key_reused' },
	});
	await platform.admin.setSettings({ clockFactor: 40 });
});

test('the log has no secret and no signature', () => {
	for (const secret of [current, previous, foreign]) expect(platform.logged()).not.toContain(secret);
	expect(platform.logged()).toContain('"path":"/hooks/published"');
	expect(platform.logged()).not.toContain('v1,');
});
