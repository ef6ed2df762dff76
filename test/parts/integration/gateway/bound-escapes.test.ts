import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { z } from 'zod';
import { eventually, isThere } from '../../../support/time/eventually';
import { ask, askEnded, idOf, linkOf, type Question } from '../../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { startProcess } from '../../../../worker/bootstrap';
import { createLogger } from '../../../../worker/log';
import { listen } from '../../../support/network/listen';

/** What a client's own people could try beside naming others' things: see bound-token.test.ts for those. */

const HIDDEN = 'hidden-client';
const BOUND = randomBytes(24).toString('hex');
const NOBODY = randomBytes(24).toString('hex');
const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const agentId = 'agent_support';
const receiver = 'http://127.0.0.1:9/';

let platform: GatewayPlatform;
let taker: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
	taker = await listen(createServer((request, response) => request.resume().on('end', () => response.end())));
	const bound = { roles: ['read', 'start', 'decide'] };
	platform = await startPlatform({
		clockFactor: 1000,
		webhookHosts: ['127.0.0.1:9', taker.host, `${HIDDEN}.example:443`],
		temporalUiUrl: 'http://127.0.0.1:9/temporal',
		labelled: { acme: { client: 'acme' }, [HIDDEN]: { client: 'hidden' } },
		destinations: {
			'acme-crm': { type: 'webhook', url: receiver, secret: SECRET },
			[`${HIDDEN}-crm`]: { type: 'webhook', url: receiver, secret: SECRET },
		},
		moreTokens: [
			{
				...bound,
				name: 'acme',
				token: BOUND,
				connections: 'client=acme',
				uses: { destinations: ['acme-crm', 'acme-made', 'acme-gone'], buckets: ['acme-gone'] },
			},
			{ ...bound, name: 'nobody', token: NOBODY, connections: 'client=nobody' },
		],
	});
});
afterAll(async () => {
	await platform.close();
	await taker.close();
});

const asBound = (question: Question) => ask(platform, { ...question, token: BOUND });
const boundEnded = (link: string) => askEnded({ url: platform.url, token: BOUND }, link);
const start = (type: string, key: string, input: object): Question => ({
	method: 'POST',
	path: `/v1/tasks/${type}`,
	key,
	body: input,
});

test('an input within the input of a task of many is no name of a connection', async () => {
	const each = { selector: 'client', type: 'nightly-retrain', input: { connection: 'acme' } };
	const started = await asBound(start('for-each-connection', 'nested', each));
	expect(started).toMatchObject({ status: 400, body: { issues: [{ path: 'connection' }] } });
	const checked = { type: 'for-each-connection', input: each };
	expect(await asBound({ method: 'POST', path: '/v1/tasks/check', body: checked })).toMatchObject({ status: 400 });
});

test('what its token may use and nobody has is unknown, in words that name nothing of others', async () => {
	const sync = { connection: 'acme', agentId, destination: 'acme-gone' };
	const questions: Question[] = [
		start('lead-sync', 'gone', sync),
		{ method: 'POST', path: '/v1/tasks/check', body: { type: 'lead-sync', input: sync } },
		{ method: 'POST', path: '/v1/destinations/acme-gone/check' },
		{ method: 'POST', path: '/v1/destinations/acme-gone/preview', body: { connection: 'acme', agentId } },
		{ path: '/v1/destinations/acme-gone' },
		start('lead-export', 'gone', { connection: 'acme', format: 'csv', bucket: 'acme-gone' }),
	];
	for (const question of questions) {
		const { status, text } = await asBound(question);
		expect({ question, status, isTold: text.includes(HIDDEN), text }).toMatchObject({ status: 404, isTold: false });
	}
});

test('labels that only others have are as unknown as those that nobody has', async () => {
	const answers = async (selector: string) => {
		const filter = { action: 'cancel', selector, connection: 'acme' };
		const preview = { method: 'POST', path: '/v1/bulk-actions/preview' } as const;
		const asked = [
			await asBound({ ...preview, body: filter }),
			await asBound({ ...preview, body: { action: 'cancel', selector } }),
			await asBound(start('bulk-action', selector, filter)),
			await asBound({ method: 'POST', path: '/v1/tasks/check', body: { type: 'bulk-action', input: filter } }),
		];
		return asked.map(({ status, text }) => [status, text.replaceAll(selector, '·').replace(/"requestId":"[^"]*"/, '')]);
	};
	const hidden = await answers('client=hidden');
	expect(hidden).toEqual(await answers('client=missing'));
	expect(hidden.map(([status]) => status)).toEqual([400, 400, 400, 400]);
});

describe('a subscription', () => {
	const create = (key: string, more: object): Question => ({
		method: 'POST',
		path: '/v1/subscriptions',
		key,
		body: { url: receiver, events: ['task.completed'], connection: 'acme', ...more },
	});

	test('by mail is one that it can have', async () => {
		const mail = { format: 'email', url: null, recipients: ['ops@acme.example'] };
		expect(await asBound(create('by mail', mail))).toMatchObject({ status: 201, body: { connection: 'acme' } });
	});

	test('to a host that is not allowed is refused without the hosts of others', async () => {
		const refused = await asBound(create('elsewhere', { url: 'https://else.example/' }));
		expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'url' }] } });
		expect(refused.text).toContain('else.example:443');
		expect(refused.text).not.toContain(HIDDEN);
	});

	test('that went to another client gives its secret to no repeat', async () => {
		const created = await asBound(create('moved', {}));
		const path = `/v1/subscriptions/${encodeURIComponent(idOf(created))}`;
		const moved = await ask(platform, { method: 'PATCH', path, key: 'move', body: { connection: HIDDEN } });
		expect(moved.status).toBe(200);
		const again = await asBound(create('moved', {}));
		expect({ status: again.status, isTold: again.text.includes(HIDDEN), text: again.text }).toMatchObject({
			status: 409,
			isTold: false,
			text: expect.not.stringContaining('whsec_') as string,
		});
	});

	test('that was of another client before shows and resends nothing of that time', async () => {
		const created = await ask(platform, create('inherited', { connection: HIDDEN }));
		const path = `/v1/subscriptions/${encodeURIComponent(idOf(created))}`;
		const body = { event: 'task.completed' };
		const sent = await ask(platform, { method: 'POST', path: `${path}/send-sample`, key: 'of hidden', body });
		const deliveries = async () => (await ask(platform, { path: `${path}/deliveries` })).text;
		await eventually(deliveries, (seen) => seen.includes(idOf(sent)), 'the delivery is listed');
		await ask(platform, { method: 'PATCH', path, key: 'inherit', body: { connection: 'acme' } });
		expect(await asBound({ path: `${path}/deliveries` })).toMatchObject({ status: 200, body: { items: [] } });
		const resend = `${path}/deliveries/${encodeURIComponent(idOf(sent))}/resend`;
		expect(await asBound({ method: 'POST', path: resend, key: 'again' })).toMatchObject({ status: 404 });
		expect(await ask(platform, { method: 'POST', path: resend, key: 'again' })).toMatchObject({ status: 202 });
		const own = await asBound({ method: 'POST', path: `${path}/send-sample`, key: 'of acme', body });
		await eventually(
			async () => (await asBound({ path: `${path}/deliveries` })).text,
			(seen) => seen.includes(idOf(own)),
			'its own is listed',
		);
	});
});

test('a repeat of its resend sends nothing again, though a label of another connection has changed since', async () => {
	const subscribed = { url: `http://${taker.host}/`, events: ['task.completed'], connection: 'acme' };
	const made = await asBound({ method: 'POST', path: '/v1/subscriptions', key: 'relabelled', body: subscribed });
	const deliveries = async () => {
		const path = `/v1/subscriptions/${encodeURIComponent(idOf(made))}/deliveries`;
		return z.object({ items: z.array(z.unknown()) }).parse((await asBound({ path })).body).items.length;
	};
	const task = await asBound(start('retrain-and-wait', 'relabelled', { connection: 'acme', agentId }));
	await boundEnded(linkOf(task));
	await eventually(deliveries, (count) => count === 1, 'its end is sent');
	const resend = (key: string): Question => ({
		method: 'POST',
		path: `${linkOf(task)}/actions/resend-result`,
		key,
		token: BOUND,
	});
	const first = await ask(platform, resend('again'));
	expect(first).toMatchObject({ status: 202 });
	const { connections, ...config } = platform.config;
	const hidden = connections[HIDDEN];
	if (hidden === undefined) throw new Error('There is no such connection.');
	const newer = await startProcess(
		{ ...config, connections: { ...connections, [HIDDEN]: { ...hidden, labels: { client: 'acme' } } } },
		{ worker: false, gateway: true },
		createLogger({ level: 'silent' }),
	);
	const after = { url: newer.gatewayUrl ?? '', token: BOUND };
	expect((await ask(after, { path: '/v1/connections' })).text).toContain(HIDDEN);
	expect(await ask(after, resend('again'))).toEqual(first);
	expect(await ask(after, resend('once more'))).toMatchObject({ status: 202 });
	await newer.stop();
	// What the repeat had sent would have come before the last one.
	await eventually(deliveries, (count) => count >= 3, 'both are sent');
	expect(await deliveries()).toBe(3);
});

test('the failed items of its bulk action are a task that it can read', async () => {
	const done = await asBound(start('retrain-and-wait', 'done', { connection: 'acme', agentId }));
	await boundEnded(linkOf(done));
	// It has ended, so its row is refused.
	const input = { action: 'cancel', connection: 'acme', ids: [idOf(done)] };
	const bulk = await asBound(start('bulk-action', 'refused rows', input));
	const ended = await boundEnded(linkOf(bulk));
	expect(ended.body).toMatchObject({ result: { counts: { refused: 1 } } });
	const retried = await asBound({ method: 'POST', path: `${linkOf(bulk)}/actions/retry-failed`, key: 'rest' });
	expect(retried).toMatchObject({ status: 202 });
	expect(await asBound({ path: linkOf(retried) })).toMatchObject({ status: 200, body: { connection: 'acme' } });
	const { temporalUrl } = z
		.looseObject({ temporalUrl: z.string().nullable() })
		.parse((await asBound({ path: `${linkOf(retried)}/details` })).body);
	// Those pages show the tasks of everybody.
	expect(temporalUrl).toBeNull();
});

test('a key that another client has used gives nothing of what it started', async () => {
	const input = { connection: HIDDEN, format: 'csv' };
	const started = await ask(platform, start('lead-export', 'guessed', input));
	const subscribed = { url: receiver, events: ['task.completed'], connection: HIDDEN, description: HIDDEN };
	const subscribe = { method: 'POST', path: '/v1/subscriptions', key: 'guessed' } as const;
	expect((await ask(platform, { ...subscribe, body: subscribed })).status).toBe(201);
	const own = { url: receiver, events: ['task.completed'], connection: 'acme' };
	const answers = [
		await asBound(start('lead-export', 'guessed', { ...input, connection: 'acme' })),
		await asBound({ ...subscribe, body: own }),
	];
	for (const { status, body, text } of answers) {
		expect({ status, body }).toMatchObject({ status: 409, body: { type: 'idempotency_key_reused' } });
		expect(text).not.toContain(HIDDEN);
	}
	expect(await asBound(start('lead-export', 'guessed', input))).toMatchObject({ status: 404 });
	expect(await asBound({ path: linkOf(started) })).toMatchObject({ status: 404 });
});

test('the address of a destination that it may use and not change is not shown whole', async () => {
	const body = { name: 'acme-made', type: 'webhook', url: `http://${taker.host}/path-secret`, fields: ['email'] };
	await ask(platform, { method: 'POST', path: '/v1/destinations', key: 'made', body });
	const shown = await asBound({ path: '/v1/destinations/acme-made' });
	expect(shown).toMatchObject({ status: 200, body: { url: `http://${taker.host}/…` } });
	expect((await asBound({ path: '/v1/destinations' })).text).not.toContain('path-secret');
});

test('a retry into a destination that is gone names those of nobody else', async () => {
	const body = { name: 'for-a-while', type: 'webhook', url: `http://${taker.host}/`, fields: ['email'] };
	const made = await ask(platform, { method: 'POST', path: '/v1/destinations', key: 'a while', body });
	expect(made.status).toBe(201);
	const input = { connection: 'acme', agentId, destination: 'for-a-while', intervalSeconds: 60 };
	const sync = await ask(platform, start('lead-sync', 'a while', input));
	await asBound({ method: 'POST', path: `${linkOf(sync)}/cancel` });
	await boundEnded(linkOf(sync));
	const removed = await eventually(
		async () => {
			const { status } = await ask(platform, { method: 'DELETE', path: '/v1/destinations/for-a-while' });
			return status === 204 ? status : null;
		},
		isThere,
		'it is not in use',
	);
	expect(removed).toBe(204);
	const retried = await asBound({ method: 'POST', path: `${linkOf(sync)}/actions/retry`, key: 'again' });
	expect(retried).toMatchObject({ status: 404, body: { type: 'unknown_destination' } });
	expect(retried.text).not.toContain(HIDDEN);
});

test('a check of its connection does not name those of others that share its key', async () => {
	const checked = await asBound({ method: 'POST', path: '/v1/connections/acme/check' });
	expect(checked).toMatchObject({ status: 200, text: expect.stringContaining('share this key') as string });
	for (const name of [HIDDEN, 'main']) expect({ name, has: checked.text.includes(name) }).toEqual({ name, has: false });
});

test('odd spellings of a connection of others reach nothing', async () => {
	const spellings = [
		HIDDEN,
		HIDDEN.toUpperCase(),
		` ${HIDDEN}`,
		`${HIDDEN}\0`,
		'acme/../hidden-client',
		'*',
		'',
		"' OR 'a' = 'a",
	];
	for (const spelling of spellings) {
		const written = encodeURIComponent(spelling);
		const paths = [
			`/v1/tasks?connection=${written}`,
			`/v1/connections/${written}/agents`,
			`/v1/connections/${written.replaceAll('%', '%25')}/agents`,
			`/v1/tasks?connection=acme&connection=${written}`,
		];
		for (const path of paths) {
			const { status, text } = await asBound({ path });
			const names = JSON.parse(text) as { items?: unknown };
			expect({ path, isRefused: status === 404 || status === 400, items: names.items }).toEqual({
				path,
				isRefused: true,
			});
		}
	}
	const body = { connection: [HIDDEN], agentId };
	expect(await asBound(start('retrain-and-wait', 'list', body))).toMatchObject({ status: 400 });
	const check = { type: 'retrain-and-wait', input: body };
	expect(await asBound({ method: 'POST', path: '/v1/tasks/check', body: check })).toMatchObject({ status: 400 });
});

test('a token whose selector matches nothing sees empty lists and starts nothing', async () => {
	await ask(platform, { method: 'PUT', path: '/v1/schedules/of-acme', body: schedule('acme') });
	const lists = [
		['tasks', 'connections', 'connections/usage', 'schedules', 'subscriptions', 'knowledge-sets'],
		['destinations', 'buckets', 'hooks'],
	].flat();
	for (const list of lists) {
		const answer = await ask(platform, { path: `/v1/${list}`, token: NOBODY });
		expect({ list, ...answer }).toMatchObject({ list, status: 200, body: { items: [] } });
	}
	expect(await ask(platform, { path: '/v1/incidents', token: NOBODY })).toMatchObject({
		body: { open: [], recovered: [] },
	});
	expect(await ask(platform, { path: '/v1/overview', token: NOBODY })).toMatchObject({
		body: { running: { count: 0 }, failed: { count: 0 }, schedules: { count: 0 }, undelivered: { count: 0 } },
	});
	const put = { method: 'PUT', path: '/v1/schedules/of-nobody', body: schedule('acme'), token: NOBODY } as const;
	expect(await ask(platform, put)).toMatchObject({ status: 404 });
	expect(await ask(platform, { path: '/v1/whoami', token: NOBODY })).toMatchObject({ body: { connections: [] } });
});

function schedule(connection: string): object {
	return { type: 'nightly-retrain', input: { connection }, cron: '30 3 * * *' };
}
