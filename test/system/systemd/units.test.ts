import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { DYNAMIC_CONFIG } from '../../../scripts/temporal/start-server.mjs';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { startService, type Service } from '../../../scripts/processes/service.mjs';
import { ConfinedProcess } from '../../support/confined/confined-process';
import { Pod } from '../../support/confined/pod';
import { Server } from './server';
import { readUnit } from './unit-file';

const UNITS = ['temporal', 'worker', 'gateway', 'n8n'].map((name) => `agent-knowledge-${name}`);
/** Of 100, by `systemd-analyze security`; 0 is best, and a unit without settings has 96. */
const MOST_EXPOSED = 15;
const INSTALL = ['node', 'deploy/systemd/install.mjs'];
const OPTIONS = ['--worker', '/root/agent-knowledge-worker.tgz', '--temporal', '/root/temporal', '--no-start'];

let server: Server;
let pod: Pod;
const running: Array<ConfinedProcess | Service> = [];

beforeAll(async () => {
	server = await Server.make();
	pod = await Pod.start([]);
});

afterAll(async () => {
	for (const each of running) await (each instanceof ConfinedProcess ? each.kill() : each.stop());
	await pod.stop();
	await server.remove();
});

/** Path, size and time of every file of the server. */
async function everything(): Promise<string> {
	const args = ['.', '-xdev', '-path', './root/.npm', '-prune', '-o', '-printf', '%p %s %m %T@\n'];
	return runCommand('find', args, { cwd: server.root });
}

test('the install script changes nothing without --apply, and says what it would do', async () => {
	const before = await everything();
	const { code, output } = await server.run([...INSTALL, ...OPTIONS]);
	expect({ code, output }).toMatchObject({ code: 0 });
	for (const words of ['systemd-sysusers', 'npm install', ...UNITS, 'secrets.env', 'Nothing was changed']) {
		expect(output).toContain(words);
	}
	expect(await everything()).toBe(before);
});

test('with --apply it installs, and a second run keeps configuration and secrets', async () => {
	const first = await server.run([...INSTALL, ...OPTIONS, '--apply']);
	expect(first).toMatchObject({ code: 0 });
	const secrets = join(server.root, 'etc/agent-knowledge/secrets.env');
	expect((await stat(secrets)).mode & 0o777).toBe(0o600);
	const text = await readFile(secrets, 'utf8');
	expect(text).toMatch(/^AGENT_KNOWLEDGE_ENCRYPTION_KEY=[A-Za-z0-9+/]{43}=$/m);
	expect(text).toMatch(/^AGENT_KNOWLEDGE_N8N_TOKEN=[0-9a-f]{48}$/m);
	expect(await readdir(join(server.root, 'etc/systemd/system/multi-user.target.wants'))).toEqual(
		expect.arrayContaining(UNITS.map((name) => `${name}.service`)),
	);

	const second = await server.run([...INSTALL, ...OPTIONS, '--apply']);
	expect(second).toMatchObject({ code: 0 });
	expect(second.output).toContain('secrets.env: done before');
	expect(await readFile(secrets, 'utf8')).toBe(text);
});

test('the command line refuses anyone but root, and says what to do', async () => {
	const { code, output } = await server.run([
		'setpriv',
		'--reuid=nobody',
		'--clear-groups',
		'agent-knowledge',
		'doctor',
	]);
	expect({ code, output }).toEqual({
		code: 2,
		output: expect.stringContaining('Run the command with sudo.') as string,
	});
});

test('systemd accepts the units', async () => {
	const files = UNITS.map((name) => `/etc/systemd/system/${name}.service`);
	expect(await server.run(['systemd-analyze', 'verify', '--man=no', ...files])).toEqual({ code: 0, output: '' });
});

test.each(UNITS)('%s exposes little', async (name) => {
	const command = ['systemd-analyze', 'security', '--offline=true', '--no-pager', `--threshold=${MOST_EXPOSED}`];
	const { code, output } = await server.run([...command, `/etc/systemd/system/${name}.service`]);
	process.stdout.write(`${output.trim().split('\n').at(-1) ?? ''}\n`);
	expect({ code, output }).toMatchObject({ code: 0 });
	expect(output).toMatch(/Overall exposure level/);
});

test('a setting that is missing is found out', async () => {
	const name = 'exposed.service';
	await writeFile(join(server.root, 'etc/systemd/system', name), '[Service]\nExecStart=/bin/no-such-program\n');
	const verified = await server.run(['systemd-analyze', 'verify', '--man=no', `/etc/systemd/system/${name}`]);
	expect(verified.output).toContain('no-such-program');
	const secured = await server.run([
		...['systemd-analyze', 'security', '--offline=true', '--no-pager', `--threshold=${MOST_EXPOSED}`],
		`/etc/systemd/system/${name}`,
	]);
	expect(secured.code).toBe(1);
});

test("Temporal has the dynamic configuration that the project's own start gives it", async () => {
	const { command } = await readUnit(server.root, 'agent-knowledge-temporal');
	const values = command.flatMap((word, at) => (command[at - 1] === '--dynamic-config-value' ? [word] : []));
	expect(values).toEqual(Object.entries(DYNAMIC_CONFIG).map(([key, value]) => `${key}=${value}`));
});

test('the commands of the units run as their users, do a task, and stop at the signal', async () => {
	const apiKey = await startSandbox();
	const secrets = join(server.root, 'etc/agent-knowledge/secrets.env');
	// As the guide says: the API key, and the address of the service.
	const text = await readFile(secrets, 'utf8');
	await writeFile(secrets, text.replace(/^AGENT_KNOWLEDGE_API_KEY=$/m, `AGENT_KNOWLEDGE_API_KEY=${apiKey}`));
	const own = 'connections:\n  main: { baseUrl: http://127.0.0.1:4010 }\n';
	await writeFile(join(server.root, 'etc/agent-knowledge/agent-knowledge.local.yaml'), own);

	const temporal = await started('agent-knowledge-temporal');
	const health = ['/opt/agent-knowledge/bin/temporal', 'operator', 'cluster', 'health', '--address', '127.0.0.1:7233'];
	await answers(temporal, 'Temporal', health);
	const [worker, gateway] = [await started('agent-knowledge-worker'), await started('agent-knowledge-gateway')];
	await answers(worker, 'the worker', ready('http://127.0.0.1:9465/readyz'));
	await answers(gateway, 'the gateway', ready('http://127.0.0.1:4021/readyz'));
	const n8n = await started('agent-knowledge-n8n');
	await answers(n8n, 'n8n', ready('http://127.0.0.1:5678/healthz/readiness'));

	const cli = (...args: string[]) => server.run(['agent-knowledge', ...args], { pod });
	expect(
		await cli('run', 'retrain-and-wait', '--connection', 'main', '--agent', 'agent_support', '--json'),
	).toMatchObject({ code: 0 });
	expect(await cli('run', 'lead-export', '--connection', 'main', '--json')).toMatchObject({ code: 0 });
	const doctor = await cli('doctor');
	process.stdout.write(doctor.output);
	expect(doctor).toMatchObject({ code: 0 });

	// The files of three users, and a passphrase of root's.
	const passphrase = '/etc/agent-knowledge/backup-passphrase';
	await writeFile(join(server.root, passphrase), randomBytes(24).toString('base64'), { mode: 0o600 });
	const database = ['--temporal-sqlite', '/var/lib/agent-knowledge-temporal/temporal.db'];
	const also = ['--also', '/etc/agent-knowledge/secrets.env', '--also', '/etc/agent-knowledge/n8n.env'];
	expect(await cli('backup', '/root/ak.zip', '--passphrase-file', passphrase, ...database, ...also)).toMatchObject({
		code: 0,
	});
	expect(
		await cli('restore', '/root/ak.zip', '--into', '/srv/agent-knowledge', '--passphrase-file', passphrase),
	).toMatchObject({ code: 0 });
	expect(await readFile(join(server.root, 'srv/agent-knowledge/secrets.env'), 'utf8')).toBe(
		await readFile(secrets, 'utf8'),
	);

	for (const each of [n8n, gateway, worker]) expect(await each.stop()).toBe(0);
	await temporal.stop();
});

/** The service that the worker calls, in the same network. @returns an API key of it */
async function startSandbox(): Promise<string> {
	const apiKey = randomBytes(24).toString('hex');
	const [command, ...args] = pod.inside([process.execPath, join(workspaceRoot, 'sandbox/dist/main.js')]);
	const sandbox = await startService({
		name: 'The sandbox',
		command,
		args,
		env: {
			...process.env,
			SANDBOX_SEED_KEY: apiKey,
			SANDBOX_DATA_DIR: join(pod.folder, 'sandbox'),
			SANDBOX_DEMO_DATA: 'true',
		},
		logFile: pod.logFile('sandbox-of-server'),
	});
	running.push(sandbox);
	await sandbox.firstLine('it was ready', (line) => (line.includes('"ready":true') ? line : null), 120_000);
	return apiKey;
}

async function started(name: string): Promise<ConfinedProcess> {
	const process = await server.startUnit(name, pod);
	running.push(process);
	return process;
}

/** Repeats a command beside a unit until it ends with 0. */
async function answers(unit: ConfinedProcess, what: string, command: readonly string[]): Promise<void> {
	await unit.until(`${what} answered`, async () => {
		const { code, output } = await unit.run(command);
		if (code !== 0) throw new Error(output);
		return true;
	});
}

function ready(address: string): string[] {
	const script = `fetch(${JSON.stringify(address)}).then(({ ok }) => process.exit(ok ? 0 : 1))`;
	return ['/opt/agent-knowledge/bin/node', '--eval', script];
}
