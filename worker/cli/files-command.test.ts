import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { TaskWithLinks } from '../gateway/schemas';
import { downloadFile } from './files-command';
import { GatewayClient } from './gateway-client';

const GONE = {
	type: 'file_expired',
	title: 'The file has expired',
	status: 410,
	detail: '"leads.csv" was kept for 24 h. Start the task again, with another Idempotency-Key.',
	issues: [],
};
/** Keeps no file any more. */
const gateway = createServer((_request, response) => response.writeHead(410).end(JSON.stringify(GONE)));
let client: GatewayClient;
let folder: string;

beforeAll(async () => {
	gateway.listen(0, '127.0.0.1');
	await once(gateway, 'listening');
	const { port } = z.object({ port: z.number() }).parse(gateway.address());
	client = new GatewayClient(`http://127.0.0.1:${port}`, 'token');
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-download-'));
});
afterAll(async () => {
	gateway.close();
	await rm(folder, { recursive: true });
});

const task = (status: TaskWithLinks['status'], result: TaskWithLinks['result']): TaskWithLinks => ({
	id: 'lead-export/abc',
	type: 'lead-export',
	connection: 'main',
	agentId: null,
	status,
	stage: null,
	ended: null,
	takenOver: null,
	leftToNextRun: false,
	connectionMissing: false,
	execution: null,
	progress: null,
	startedAt: '2026-11-01T00:00:00.000Z',
	closedAt: null,
	result,
	error: null,
	succeeded: null,
	outcome: null,
	reason: null,
	waitsForPerson: false,
	links: { self: '/v1/tasks/lead-export%2Fabc' },
});
const fileAs = (name: string) => ({
	name,
	contentType: 'text/csv',
	bytes: 1,
	sha256: '0',
	expiresAt: null,
	link: `/v1/tasks/lead-export%2Fabc/files/${name}`,
});
const file = fileAs('leads.csv');

describe('downloading what a task has made', () => {
	it.each([
		['running', null, 'Task lead-export/abc still runs. Its file exists when it has ended.'],
		['failed', null, 'has no file at the gateway'],
		['cancelled', { file }, `${GONE.title}.\n${GONE.detail}`],
		['completed', { file }, `${GONE.title}.\n${GONE.detail}`],
		['completed', { refusedCsv: file, differences: fileAs('plan.json') }, 'with --name: leads.csv, plan.json'],
	] as const)(
		'says why there is nothing of a task that is %s, and leaves nothing behind',
		async (status, result, why) => {
			await expect(downloadFile(client, task(status, result), { out: join(folder, 'leads.csv') })).rejects.toThrow(why);
			expect(await readdir(folder)).toEqual([]);
		},
	);
});
