import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './is-alive.mjs';
import { startService } from './service.mjs';
import { Supervisor } from './supervisor.mjs';
import { eventually } from '../../test/support/time/eventually';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'ak-service-'));
});
afterEach(() => rm(folder, { recursive: true }));

const start = (script: string, name = 'it') =>
	startService({
		name,
		command: process.execPath,
		args: ['-e', script],
		logFile: join(folder, `${name}.log`),
		graceMs: 300,
	});

const stays = 'setInterval(() => {}, 1000);';

it('waits for a line, and keeps what was printed', async () => {
	const service = await start(`console.log('port 42'); ${stays}`);
	const port = await service.firstLine(
		'it had a port',
		(line: string) => /port (\d+)/.exec(line)?.[1] ?? null,
		200_000,
	);
	await service.stop();
	expect(port).toBe('42');
	expect(service.isRunning()).toBe(false);
	expect(await readFile(service.logFile, 'utf8')).toContain('port 42');
});

it('shows the last lines of a service that ends before it is ready', async () => {
	const service = await start(`setTimeout(() => { console.error('the disk is full'); process.exit(3) }, 100)`);
	await expect(service.firstLine('it was ready', () => null, 200_000)).rejects.toThrow(/code 3.*\n.*the disk is full/);
});

it('ends what the service started, and a service that ignores the signal', async () => {
	const child = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })`;
	const service = await start(`process.on('SIGTERM', () => {}); console.log('child', ${child}.pid); ${stays}`);
	const pid = await service.firstLine(
		'its child',
		(line: string) => Number(/child (\d+)/.exec(line)?.[1]) || null,
		200_000,
	);
	await service.stop();
	expect(await service.exited).toBe('signal SIGKILL');
	expect(isAlive(pid)).toBe(false);
});

it('names the service that ended unexpectedly', async () => {
	let supervisor: Supervisor | undefined;
	const message = new Promise<string>((resolve) => {
		const watching = (supervisor = new Supervisor(resolve));
		void start(`setTimeout(() => process.exit(7), 200)`, 'The sandbox').then((service) => watching.watch(service));
	});
	expect(await message).toContain('The sandbox ended unexpectedly (code 7)');
	await supervisor?.stopAll();
});

it('ends the services of a start that was killed', async () => {
	const starter = await start(`
		import('${join(__dirname, 'supervisor.mjs')}').then(async ({ Supervisor }) => {
			const { startService } = await import('${join(__dirname, 'service.mjs')}');
			const options = { name: 'child', command: process.execPath, args: ['-e', '${stays}'], logFile: '${join(folder, 'child.log')}' };
			console.log('child', new Supervisor(() => {}).watch(await startService(options)).pid);
		});`);
	const pid = await starter.firstLine(
		'it had a child',
		(line) => Number(/child (\d+)/.exec(line)?.[1]) || null,
		200_000,
	);
	expect(isAlive(pid)).toBe(true);
	process.kill(starter.pid, 'SIGKILL');
	await eventually(() => !isAlive(pid), Boolean, 'The end of its child');
	expect(isAlive(pid)).toBe(false);
});
