import { once } from 'node:events';
import { connect } from 'node:net';
import { z } from 'zod';
import { ago } from '../../../support/time/moments';
import { eventually } from '../../../support/time/eventually';
import { ask, retrain } from '../../../support/gateway/ask';
import { startPlatform, type GatewayPlatform } from '../../../support/gateway/start-platform';

let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform();
});

afterAll(async () => {
	await platform.close();
});

/** Read at the moment of the request, so that no midnight comes between. */
const OPEN_WEEK = {
	get weekStart() {
		return ago(6 * 24 * 3_600_000)
			.toISOString()
			.slice(0, 10);
	},
	timeZone: 'UTC',
};

const refusalSchema = z.strictObject({
	type: z.string(),
	title: z.string(),
	status: z.int(),
	detail: z.string(),
	issues: z.array(z.strictObject({ path: z.string(), message: z.string() })),
});

test.each([
	[
		'a wrong key',
		{ connection: 'wrong' },
		424,
		'connection_key_refused',
		'connection',
		/key of the connection "wrong"/,
	],
	['a missing scope', { connection: 'narrow' }, 424, 'connection_scope_missing', 'connection', /scope read:sources/],
	['an unknown agent', { agentId: 'agent_none' }, 404, 'unknown_agent', 'agentId', /restricted to other agents/],
	[
		'a key restricted to other agents',
		{ connection: 'restricted' },
		404,
		'unknown_agent',
		'agentId',
		/"restricted".*no agent "agent_support"/,
	],
	['a service that is down', { connection: 'nowhere' }, 502, 'connection_unreachable', 'connection', /127\.0\.0\.1:9/],
	['an unknown connection', { connection: 'none' }, 404, 'unknown_connection', 'connection', /main, narrow/],
])('%s is reported before anything is done', async (what, input, status, type, path, detail) => {
	const answer = await ask(platform, retrain(what, input));
	expect(answer.status).toBe(status);
	const refusal = refusalSchema.parse(answer.body);
	expect(refusal).toMatchObject({ type, status, detail: expect.stringMatching(detail) as string });
	expect(refusal.issues.map((issue) => issue.path)).toEqual([path]);
	const { body } = await ask(platform, { path: '/v1/tasks' });
	expect(body).toEqual({ items: [], nextPageToken: null });
	expect(await platform.admin.requests({ method: 'POST' })).toEqual([]);
});

test.each([
	[
		'an agent that is none, at the end of a batch',
		'nightly-retrain',
		{ agentIds: ['agent_support', 'agent_sales', 'agent_none'] },
		404,
		['agentIds.2'],
	],
	[
		'agents that are none',
		'lead-export',
		{ agentIds: ['agent_none', 'agent_support', 'gone'] },
		404,
		['agentIds.0', 'agentIds.2'],
	],
	['dates the wrong way round', 'lead-export', { startDate: '2026-02-01', endDate: '2026-01-01' }, 400, ['endDate']],
	['a week that is not over', 'weekly-report', OPEN_WEEK, 400, ['weekStart']],
	[
		'a source that is none, at the end of a batch',
		'add-sources',
		{
			agentId: 'agent_support',
			sources: [
				{ type: 'url', url: 'https://example.com' },
				{ type: 'url', url: 'nowhere' },
			],
		},
		400,
		['sources.1.url'],
	],
])('with %s not even the good part is begun', async (what, type, input, status, paths) => {
	const body = { connection: 'main', ...input };
	const answer = await ask(platform, { method: 'POST', path: `/v1/tasks/${type}`, key: what, body });
	expect(answer.status).toBe(status);
	expect(refusalSchema.parse(answer.body).issues.map(({ path }) => path)).toEqual(paths);
	expect((await ask(platform, { path: '/v1/tasks' })).body).toEqual({ items: [], nextPageToken: null });
	expect(await platform.admin.requests({ method: 'POST' })).toEqual([]);
});

test('the list of agents says why it cannot be had', async () => {
	const good = await ask(platform, { path: '/v1/connections/main/agents' });
	expect(good.body).toEqual({
		items: expect.arrayContaining([{ id: 'agent_support', name: 'Support' }]) as unknown[],
		complete: true,
		nextOffset: null,
	});
	expect(await ask(platform, { path: '/v1/connections/restricted/agents' })).toMatchObject({
		body: { items: [{ id: 'agent_sales', name: 'Sales' }] },
	});
	expect(await ask(platform, { path: '/v1/connections/wrong/agents' })).toMatchObject({
		status: 424,
		body: { type: 'connection_key_refused' },
	});
	expect(await ask(platform, { path: '/v1/connections/nowhere/agents' })).toMatchObject({ status: 502 });
	expect(await ask(platform, { path: '/v1/connections/none/agents' })).toMatchObject({ status: 404 });
});

test('the list of agents is asked for once, however many ask', async () => {
	const lists = () => platform.admin.requests({ method: 'GET', path: '/agents' });
	const before = await lists();
	await Promise.all(Array.from({ length: 20 }, () => ask(platform, { path: '/v1/connections/main/agents' })));
	expect((await lists()).length).toBeLessThanOrEqual(before.length + 1);
});

test('no secret is in the log or in an answer', async () => {
	const answers = await Promise.all(
		['/', '/openapi.json', '/healthz', '/v1/connections', '/v1/whoami'].map((path) => ask(platform, { path })),
	);
	const operations = { url: platform.operationsUrl, token: '' };
	answers.push(await ask(operations, { path: '/metrics' }), await ask(operations, { path: '/readyz' }));
	await ask(platform, { path: '/v1/tasks?pageToken=secret-in-the-query' });
	const said = platform.logged() + answers.map(({ text }) => text).join('');
	expect(platform.logged()).toContain('"msg":"ready"');
	expect(platform.logged()).not.toContain('secret-in-the-query');
	for (const secret of platform.secrets) expect(said).not.toContain(secret);
});

test('a tunnel is refused, and its connection closed though the caller keeps its half open', async () => {
	const { hostname, port } = new URL(platform.url);
	const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
	socket.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n');
	const [answer] = z.tuple([z.string()]).parse(await once(socket.setEncoding('utf8'), 'data'));
	expect(answer).toMatch(/^HTTP\/1.1 400 /);
	socket.on('error', () => undefined);
	// Only who sends to a closed connection hears of it.
	await eventually(
		() => {
			socket.write('more');
			return socket.destroyed;
		},
		Boolean,
		'the close of the connection reaches the caller a moment later',
	);
});
