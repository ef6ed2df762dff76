import { ServiceError } from '@temporalio/client';
import { inMemoryTasks } from './testing/in-memory-tasks';
import { testGateway, useTestGateway } from './testing/test-gateway';

const { serve, ask } = useTestGateway();

const input = { version: 1, connection: 'main', agentId: 'agent_support' };
const start = { method: 'POST', url: '/v1/tasks/retrain-and-wait' } as const;
const key = { 'idempotency-key': 'once' };
/** In UTC it is in the year -1. */
const YEAR_0 = encodeURIComponent('0000-01-01T00:00:00+14:00');

test.each([
	['no key', { ...start, payload: input }, 400, 'Idempotency-Key', 'is missing'],
	[
		'an empty key',
		{ ...start, headers: { 'idempotency-key': '' }, payload: input },
		400,
		'Idempotency-Key',
		'is empty',
	],
	[
		'a key that is too long',
		{ ...start, headers: { 'idempotency-key': 'x'.repeat(256) }, payload: input },
		400,
		'Idempotency-Key',
		'longer than 255',
	],
	['a field missing', { ...start, headers: key, payload: { connection: 'main' } }, 400, 'agentId', 'is missing'],
	[
		'a value that is none of the allowed',
		{ ...start, headers: key, payload: { ...input, waitUntil: 'soon' } },
		400,
		'waitUntil',
		'must be one of: canChat, finished',
	],
	['a field unknown', { ...start, headers: key, payload: { ...input, agent: 1 } }, 400, 'agent', 'is unknown'],
	['no body', { ...start, headers: key }, 400, 'body', 'must be an object'],
	[
		'broken JSON',
		{ ...start, headers: { ...key, 'content-type': 'application/json' }, payload: '{"a":' },
		400,
		'body',
		'not valid JSON',
	],
	[
		'a connection that is unknown',
		{ ...start, headers: key, payload: { ...input, connection: 'other' } },
		404,
		'connection',
		'"other" is unknown; known are: main',
	],
	[
		'a connection longer than any name',
		{ ...start, headers: key, payload: { ...input, connection: 'x'.repeat(5_000) } },
		400,
		'connection',
		'at most 63 characters',
	],
	['a list that is too long', { method: 'GET', url: '/v1/tasks?limit=101' }, 400, 'limit', 'at most 100'],
	['a time that is none', { method: 'GET', url: '/v1/tasks?startedFrom=soon' }, 400, 'startedFrom', 'must be a time'],
	['a time before any calendar', { method: 'GET', url: `/v1/tasks?startedFrom=${YEAR_0}` }, 400, 'startedFrom', 'year'],
	['a wait that is too long', { method: 'GET', url: '/v1/tasks/a%2Fb?wait=61' }, 400, 'wait', 'at most 60'],
] as const)('%s is refused by its field', async (_what, request, status, path, message) => {
	const reply = await ask(request);
	expect(reply.status).toBe(status);
	expect(reply.body).toMatchObject({ status, issues: [{ path, message: expect.stringContaining(message) as string }] });
	expect(Object.keys(reply.body as object)).toEqual(['type', 'title', 'status', 'detail', 'issues']);
});

test.each([
	[
		{ ...start, url: '/v1/tasks/bake', payload: input, headers: key },
		404,
		'unknown_task_type',
		/Known.*retrain-and-wait/,
	],
	[{ method: 'GET', url: '/v1/nothing' }, 404, 'route_not_found', /GET \/v1\/nothing/],
	[{ method: 'GET', url: '/nothing' }, 404, 'route_not_found', /openapi\.json/],
	[{ method: 'GET', url: '/v1/tasks/retrain-and-wait%2Fnone' }, 404, 'task_not_found', /retrain-and-wait\/none/],
	[{ method: 'GET', url: '/v1/waits/wait%2Fnone' }, 404, 'wait_not_found', /wait\/none/],
	[{ method: 'GET', url: '/v1/tasks/%zz' }, 400, 'invalid_address', /%25/],
	[{ method: 'GET', url: `/v1/tasks/${'x'.repeat(1_001)}` }, 400, 'invalid_request', /id has 1001 bytes/],
	[{ method: 'POST', url: '/hooks/%zz', payload: {} }, 400, 'invalid_address', /%25/],
	[
		{ ...start, headers: { ...key, 'content-type': 'text/csv' }, payload: 'a,b' },
		415,
		'unsupported_media_type',
		/application\/json/,
	],
	[{ ...start, headers: key, payload: { a: 'x'.repeat(2 ** 20) } }, 413, 'body_too_large', /1 MiB/],
] as const)('%j answers the error envelope', async (request, status, type, detail) => {
	const reply = await ask(request);
	expect(reply.status).toBe(status);
	expect(reply.body).toMatchObject({ type, status, detail: expect.stringMatching(detail) as string });
	expect(Object.keys(reply.body as object)).toEqual(['type', 'title', 'status', 'detail', 'issues']);
	expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
});

test('a callback may go to the allowed hosts only', async () => {
	const wait = { taskIds: ['a/b'], executionId: '1', nodeId: 'n', runIndex: 0 };
	const call = (callbackUrl: string) => ask({ method: 'POST', url: '/v1/waits', payload: { ...wait, callbackUrl } });
	const check = (callbackUrl: string) => ask({ method: 'POST', url: '/v1/waits/check', payload: { callbackUrl } });
	expect((await call('http://127.0.0.1:5678/webhook-waiting/1/n?signature=s')).status).toBe(202);
	expect(await check('http://127.0.0.1:5678/')).toMatchObject({ status: 200, body: { ok: true } });
	for (const url of [
		'http://127.0.0.1:5679/',
		'https://127.0.0.1/',
		'http://127.0.0.1:5678@evil.example/',
		'http://user:pass@127.0.0.1:5678/',
		'ftp://127.0.0.1:5678/',
		'/relative',
	]) {
		for (const reply of [await call(url), await check(url)]) {
			expect(reply.status).toBe(400);
			expect(reply.body).toMatchObject({ issues: [{ path: 'callbackUrl' }] });
		}
	}
});

test('while Temporal is away the answer is 503 with Retry-After', async () => {
	const tasks = { ...inMemoryTasks(), get: () => Promise.reject(new ServiceError('14 UNAVAILABLE')) };
	serve({ tasks });
	const reply = await ask({ method: 'GET', url: '/v1/tasks/a%2Fb' });
	expect(reply.status).toBe(503);
	expect(reply.headers.get('retry-after')).toBe('5');
	expect(reply.body).toMatchObject({ type: 'temporal_unavailable' });
	expect((await ask({ method: 'GET', url: '/healthz' })).status).toBe(200);
});

test.each([
	['is no reason to send it again', 'BlobSizeLimitError', 500, 'internal_error', null],
	[
		'is one only while a search attribute is new',
		'Namespace a has no mapping defined for search attribute AkTask',
		503,
		'temporal_unavailable',
		'5',
	],
])('what Temporal finds invalid %s', async (_what, words, status, type, retryAfter) => {
	const invalid = Object.assign(new Error(`3 INVALID_ARGUMENT: ${words}`), { code: 3, details: '', metadata: {} });
	const tasks = { ...inMemoryTasks(), get: () => Promise.reject(new ServiceError('start', { cause: invalid })) };
	const own = await testGateway({ tasks });
	const reply = await own.ask({ method: 'GET', url: '/v1/tasks/a%2Fb' });
	expect(reply).toMatchObject({ status, body: { type } });
	expect(reply.headers.get('retry-after')).toBe(retryAfter);
});

test('what nobody expected tells a request id and nothing else', async () => {
	const tasks = { ...inMemoryTasks(), get: () => Promise.reject(new Error('secret inner state')) };
	const own = await testGateway({ tasks });
	const reply = await own.ask({ method: 'GET', url: '/v1/tasks/a%2Fb' });
	expect(reply.status).toBe(500);
	expect(reply.body).toMatchObject({ type: 'internal_error', detail: expect.stringContaining('req-1') as string });
	expect(reply.text).not.toContain('secret');
});
