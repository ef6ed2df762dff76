import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { type Service, startService } from '../../../scripts/processes/service.mjs';
import { eventually } from '../../support/time/eventually';
import { ask } from '../../support/gateway/ask';
import { startTemporal, type TemporalServer } from '../../support/temporal/start-temporal';

const READY_MS = 120_000;
const readySchema = z.object({ msg: z.literal('ready'), gateway: z.string() });

let temporal: TemporalServer;
let folder: string;
let gateway: Service | null = null;

beforeAll(async () => {
	[temporal, folder] = await Promise.all([startTemporal(), mkdtemp(join(tmpdir(), 'agent-knowledge-hang-up-'))]);
});

afterAll(async () => {
	await gateway?.stop();
	await temporal.stop();
	await rm(folder, { recursive: true, force: true });
});

const newToken = () => randomBytes(24).toString('hex');

test('SIGHUP has a running gateway read its file again, and does not end it', async () => {
	const [file, logFile] = [join(folder, 'agent-knowledge.yaml'), join(folder, 'gateway.log')];
	const encryption = { keys: [{ id: 'one', secret: randomBytes(32).toString('base64') }], current: 'one' };
	const write = (token: string) => {
		const tokens = [{ name: 'tester', token }];
		const { address } = temporal;
		const connections = { main: { baseUrl: 'http://127.0.0.1:9', apiKey: 'a-key' } };
		const config = {
			temporal: { address, namespace: 'operated' },
			gateway: { port: 0, tokens },
			connections,
			encryption,
		};
		return writeFile(file, JSON.stringify(config));
	};
	const [before, after] = [newToken(), newToken()];
	await write(before);
	const service = await startService({
		name: 'The gateway',
		logFile,
		command: process.execPath,
		args: [join(workspaceRoot, 'worker', 'dist', 'cli.js'), 'gateway', '--config', file],
	});
	gateway = service;
	const { gateway: url } = await service.firstLine(
		'it was ready',
		(line) => (line.startsWith('{') ? (readySchema.safeParse(JSON.parse(line)).data ?? null) : null),
		READY_MS,
	);
	const statusWith = async (token: string) => (await ask({ url, token }, { path: '/v1/whoami' })).status;
	const untilLogged = (line: string, times = 1) =>
		eventually(
			async () => (await readFile(logFile, 'utf8')).split(line).length,
			(seen) => seen > times,
			`"${line}" in the log`,
		);
	expect([await statusWith(before), await statusWith(after)]).toEqual([200, 401]);

	// The file is as it was: nobody but the signal has it read.
	process.kill(service.pid, 'SIGHUP');
	await untilLogged('no setting to reload');
	await write(after);
	process.kill(service.pid, 'SIGHUP');
	await untilLogged('SIGHUP: reloading the configuration', 2);
	await untilLogged('settings were reloaded');
	expect([await statusWith(before), await statusWith(after)]).toEqual([401, 200]);
	expect(service.isRunning()).toBe(true);
});
