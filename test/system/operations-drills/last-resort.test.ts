import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { type Service, startService } from '../../../scripts/processes/service.mjs';
import { eventually, isThere } from '../../support/time/eventually';
import { ask } from '../../support/gateway/ask';
import { startTemporal, type TemporalServer } from '../../support/temporal/start-temporal';

const READY_MS = 120_000;
const readySchema = z.object({ msg: z.literal('ready'), gateway: z.string() });

/** What nobody listens for, at a signal. What it says is somebody's. */
const FAULTS = `
const { EventEmitter } = require('node:events');
process.on('SIGUSR2', () => setImmediate(() => {
	if (process.env.FAULT === 'rejected') Promise.reject(new Error('Key (email)=(ada@example.com) already exists'));
	else new EventEmitter().emit('error', Object.assign(new Error('Key (email)=(ada@example.com) already exists'), { code: '57P01' }));
}));
`;

let temporal: TemporalServer;
let folder: string;
/** The service, which answers when the test says so. */
let api: Server;
const asked: ServerResponse[] = [];
const running: Service[] = [];

beforeAll(async () => {
	api = createServer((_request, response) => void asked.push(response)).listen(0, '127.0.0.1');
	[temporal, folder] = await Promise.all([
		startTemporal(),
		mkdtemp(join(tmpdir(), 'agent-knowledge-last-resort-')),
		once(api, 'listening'),
	]);
	await writeFile(join(folder, 'faults.cjs'), FAULTS);
});

afterAll(async () => {
	await Promise.all(running.map((service) => service.stop()));
	api.closeAllConnections();
	api.close();
	await temporal.stop();
	await rm(folder, { recursive: true, force: true });
});

async function startWorker(fault: string): Promise<{ service: Service; url: string; token: string }> {
	const [file, token] = [join(folder, `${fault}.yaml`), randomBytes(24).toString('hex')];
	const baseUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
	const config = {
		temporal: { address: temporal.address, namespace: `last-resort-${fault}` },
		gateway: { port: 0, tokens: [{ name: 'tester', token }] },
		connections: { main: { baseUrl, apiKey: 'a-key' } },
		encryption: { keys: [{ id: 'one', secret: randomBytes(32).toString('base64') }], current: 'one' },
		blobs: { directory: join(folder, `blobs-${fault}`) },
	};
	await writeFile(file, JSON.stringify(config));
	const service = await startService({
		name: 'The worker',
		logFile: join(folder, `${fault}.log`),
		command: process.execPath,
		args: [
			'--require',
			join(folder, 'faults.cjs'),
			join(workspaceRoot, 'worker/dist/cli.js'),
			'serve',
			'--config',
			file,
		],
		env: { ...process.env, FAULT: fault },
	});
	running.push(service);
	const { gateway: url } = await service.firstLine(
		'it was ready',
		(line) => (line.startsWith('{') ? (readySchema.safeParse(JSON.parse(line)).data ?? null) : null),
		READY_MS,
	);
	return { service, url, token };
}

test.each([
	['emitted', 'Error 57P01'],
	['rejected', 'Error'],
])(
	'an error that is %s and that nobody handles is logged, what is under way is finished, and the exit code is 1',
	async (fault, what) => {
		const { service, url, token } = await startWorker(fault);
		const before = asked.length;
		const agents = ask({ url, token }, { path: '/v1/connections/main/agents' });
		await eventually(() => asked[before], isThere, 'the call to the service');

		process.kill(service.pid, 'SIGUSR2');
		const logged = () => readFile(service.logFile, 'utf8');
		await eventually(logged, (seen) => seen.includes('(' + what + ')'), 'the error in the log');
		expect(service.isRunning()).toBe(true);
		asked[before]
			?.writeHead(200, { 'content-type': 'application/json' })
			.end(JSON.stringify({ items: [{ id: 'agent_1', name: 'One' }], total: 1, limit: 100, offset: 0 }));

		expect(await agents).toMatchObject({ status: 200, body: { items: [{ id: 'agent_1' }] } });
		expect(await service.exited).toBe('code 1');
		const log = await logged();
		expect(log).toContain('An error that no code handled');
		expect(log).toMatch(/"frames":\["at .*faults\.cjs/);
		expect(log).toContain('"msg":"stopped"');
		expect(log).not.toContain('ada@example.com');
	},
);
