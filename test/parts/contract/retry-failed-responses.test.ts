import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runCommand } from '../../support/gateway/run-command';

/** A response of the gateway to a request: its status and body. */
type Response = [status: number, body: object];

const task = (id: string, status: string) => ({
	id,
	type: 'retrain-and-wait',
	connection: 'main',
	agentId: id,
	status,
	stage: null,
	progress: null,
	startedAt: '2026-11-20T10:00:00.000Z',
	closedAt: status === 'running' ? null : '2026-11-20T11:00:00.000Z',
	result: null,
	error: null,
	succeeded: status === 'running' ? null : status === 'completed',
	outcome: status,
	ended: status === 'running' ? null : { outcome: status, word: status, tone: 'bad', needsAttention: true },
	reason: null,
	waitsForPerson: false,
	links: { self: `/v1/tasks/${id}` },
});

const refusal = (status: number, type: string): Response => [
	status,
	{ type, title: 'Refused', status, detail: 'Later.', issues: [] },
];

const TYPES = {
	items: [
		{
			type: 'retrain-and-wait',
			title: 'Retrain',
			description: '',
			version: 1,
			keyReuse: 'after-failure',
			schedulable: false,
			actions: [],
			endedActions: ['retry'],
			decisions: [],
			inputSchema: {},
		},
	],
	retentionHours: 72,
};

/** Runs the command against a gateway that responds like this, because no real one fails on demand. */
async function retry(args: string[], respond: (request: string) => Response) {
	const server = createServer((request, response) => {
		request.resume();
		const [path = ''] = (request.url ?? '').split('?');
		const [status, body] = path === '/v1/task-types' ? [200, TYPES] : respond(`${request.method ?? ''} ${path}`);
		response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	try {
		return await runCommand({ url, token: 't' }, ['tasks', 'retry', '--failed', '--yes', ...args]);
	} finally {
		server.closeAllConnections();
		server.close();
	}
}

const started = (id: string): Response => [202, task(id, 'running')];

test('a task that is gone since it was listed is skipped, and the others are started', async () => {
	const run = await retry(['--no-wait'], (request) => {
		if (request === 'GET /v1/tasks')
			return [200, { items: [task('a', 'failed'), task('b', 'failed')], nextPageToken: null }];
		if (request === 'GET /v1/tasks/a') return refusal(404, 'task_not_found');
		return request.startsWith('POST') ? started('b') : [200, task('b', 'failed')];
	});
	expect(run).toMatchObject({ code: 0, result: 'b', notes: expect.stringContaining('a: it is gone') as string });
});

test('a task that cannot be read any more hides no end of the others', async () => {
	const reads = new Map<string, number>();
	const run = await retry(['a', 'b'], (request) => {
		const id = request.includes('/tasks/a') ? 'a' : 'b';
		if (request.startsWith('POST')) return started(id);
		reads.set(id, (reads.get(id) ?? 0) + 1);
		if (reads.get(id) === 1) return [200, task(id, 'failed')];
		return id === 'a' ? refusal(404, 'task_not_found') : [200, task(id, 'completed')];
	});
	expect(run).toMatchObject({ code: 2, notes: expect.stringContaining('a: Refused') as string });
	expect(run.result).toContain('b: retrain-and-wait of b: completed');
});

test.each([
	['a lost response', [], refusal(503, 'unavailable'), /Repeat the command: it starts nothing twice/],
	['a lost response with a key', ['--key', 'mine'], refusal(503, 'unavailable'), /--key mine/],
	['too many requests', [], refusal(429, 'too_many_requests'), /^((?!unknown).)*$/s],
])('after %s, the command says what is unknown', async (_what, args, response, words) => {
	const run = await retry(['a', ...args], (request) =>
		request.startsWith('POST') ? response : [200, task('a', 'failed')],
	);
	expect(run.code).toBe(3);
	expect(run.notes).toMatch(words);
});
