import { z } from 'zod';
import { definitions } from '../../../../worker/tasks/definitions';
import { TASK_TYPES } from '../../../../workflows/contracts';
import { ask, askEnded, idOf, linkOf, retrain } from '../../../support/gateway/ask';
import { startPlatform, type GatewayPlatform } from '../../../support/gateway/start-platform';

let platform: GatewayPlatform;

beforeAll(async () => {
	platform = await startPlatform();
});

afterAll(async () => {
	await platform.close();
});

const withProgress = z.looseObject({ status: z.string(), progress: z.looseObject({ message: z.string() }).nullable() });

test('a task is started, followed by a long poll to its end, and shown with its result', async () => {
	const started = await ask(platform, retrain('whole', { waitUntil: 'finished' }));
	expect(started).toMatchObject({
		status: 202,
		body: {
			type: 'retrain-and-wait',
			status: 'running',
			links: { self: expect.stringMatching(/^\/v1\/tasks\/retrain-and-wait~[\w-]+$/) as string },
		},
	});
	const ended = await askEnded(platform, linkOf(started));
	expect(ended.body).toMatchObject({
		id: idOf(started),
		connection: 'main',
		agentId: 'agent_support',
		status: 'completed',
		error: null,
		result: {
			version: 1,
			agentId: 'agent_support',
			outcome: 'finished',
			canChat: true,
			adopted: false,
			audit: { postAttempts: 1, ambiguous: false, duplicates: [] },
		},
	});
	const posts = await platform.admin.requests({ method: 'POST' });
	expect(posts.map(({ path }) => path)).toEqual(['/agents/agent_support/retrain']);
});

test('the same key finds the same task; with another input it is refused', async () => {
	const first = await ask(platform, retrain('twice', { agentId: 'agent_sales' }));
	const again = await ask(platform, retrain('twice', { agentId: 'agent_sales' }));
	expect([again.status, idOf(again)]).toEqual([202, idOf(first)]);
	const other = await ask(platform, retrain('twice', { agentId: 'agent_sales', waitUntil: 'canChat' }));
	expect(other).toMatchObject({
		status: 409,
		body: { type: 'idempotency_key_reused', issues: [{ path: 'Idempotency-Key' }] },
	});
	expect(other.text).toContain('another key');
	await askEnded(platform, linkOf(first));
});

describe('while a run is slow', () => {
	beforeAll(() => platform.admin.setSettings({ clockFactor: 0.01 }));
	afterAll(() => platform.admin.setSettings({ clockFactor: 40 }));

	test('a long poll ends when its seconds have passed, and when its client goes away', async () => {
		const link = linkOf(await ask(platform, retrain('slow')));
		const polled = await ask(platform, { path: `${link}?wait=1` });
		expect(withProgress.parse(polled.body).status).toBe('running');

		const gone = new AbortController();
		const abandoned = ask(platform, { path: `${link}?wait=60`, signal: gone.signal });
		gone.abort();
		await expect(abandoned).rejects.toThrow(/abort/);
		await ask(platform, { method: 'POST', path: `${link}/cancel` });
	});

	test('a task is listed, and cancelled', async () => {
		const started = await ask(platform, retrain('cancelled', { agentId: 'agent_sales' }));
		const link = linkOf(started);
		const cancelled = await ask(platform, { method: 'POST', path: `${link}/cancel` });
		expect(cancelled.status).toBe(202);
		const ended = await askEnded(platform, link);
		expect(ended.body).toMatchObject({ status: 'cancelled', result: null });

		const again = await ask(platform, { method: 'POST', path: `${link}/cancel` });
		expect(again).toMatchObject({ status: 202, body: { status: 'cancelled' } });

		const list = '/v1/tasks?type=retrain-and-wait&limit=1';
		const page = await ask(platform, { path: list });
		const { items, nextPageToken } = z
			.object({ items: z.array(z.looseObject({ id: z.string() })), nextPageToken: z.string() })
			.parse(page.body);
		expect(items).toHaveLength(1);
		expect(items[0]).not.toHaveProperty('result');
		const next = await ask(platform, { path: `${list}&pageToken=${encodeURIComponent(nextPageToken)}` });
		expect(next.status).toBe(200);
	});
});

test('a page token of somebody else is refused by its name', async () => {
	expect(await ask(platform, { path: '/v1/tasks?pageToken=bm90LW91cnM' })).toMatchObject({
		status: 400,
		body: { issues: [{ path: 'pageToken' }] },
	});
});

test('the lists for the nodes', async () => {
	expect(await ask(platform, { path: '/v1/whoami' })).toMatchObject({ status: 200, body: { name: 'tester' } });
	expect(await ask(platform, { path: '/v1/whoami', token: 'wrong' })).toMatchObject({ status: 401 });
	expect(await ask(platform, { path: '/v1/connections' })).toMatchObject({
		body: {
			items: expect.arrayContaining([
				{
					name: 'main',
					baseUrl: platform.sandboxUrl,
					requestsPerMinute: 6_000,
					labels: {},
					timeZone: 'UTC',
					locale: 'en',
				},
			]) as unknown[],
		},
	});
	expect(await ask(platform, { path: '/v1/task-types' })).toMatchObject({
		body: {
			retentionHours: 720,
			items: TASK_TYPES.map((type) => ({ type, version: definitions[type].version, inputSchema: { type: 'object' } })),
		},
	});
});

test('metrics count by route, readiness names its parts', async () => {
	const operations = { url: platform.operationsUrl, token: '' };
	const { text } = await ask(operations, { path: '/metrics' });
	expect(text).toMatch(
		/agent_knowledge_http_requests_total\{method="POST",route="\/v1\/tasks\/retrain-and-wait",status="202"\} \d+/,
	);
	expect(text).toMatch(/agent_knowledge_tasks_accepted_total\{type="retrain-and-wait"\} \d+/);
	expect(text).not.toContain('retrain-and-wait~');
	expect(await ask(operations, { path: '/readyz' })).toMatchObject({
		status: 200,
		body: {
			ready: true,
			checks: [
				{ name: 'temporal', ok: true },
				{ name: 'worker', ok: true },
			],
		},
	});
	expect(await ask(operations, { path: '/v1/tasks' })).toMatchObject({ status: 404 });
	// Whoever reaches the gateway's own port learns neither.
	for (const path of ['/metrics', '/readyz'])
		expect(await ask(platform, { path })).toMatchObject({ status: 404, body: { type: 'route_not_found' } });
	expect(await ask(platform, { path: '/healthz' })).toMatchObject({ status: 200, body: { status: 'ok' } });
});
