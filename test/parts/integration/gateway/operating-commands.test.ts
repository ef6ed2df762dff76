import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '../../../../worker/config';
import { bundleWorkflows } from '../../../../worker/bootstrap/workflow-bundle';
import { bundleChanged } from '../../replay/changed-workflows';
import { HISTORIES } from '../../replay/record-history';
import { version } from '../../../../package.json';
import { type CommandRun, runCommand } from '../../../support/gateway/run-command';
import { startPlatform, type GatewayPlatform } from '../../../support/gateway/start-platform';

const NOWHERE = 'http://127.0.0.1:9';

let platform: GatewayPlatform;
let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-operating-'));
	// So slow that what is started stays open.
	platform = await startPlatform({ clockFactor: 0.01 });
});

afterAll(async () => {
	await platform.close();
	await rm(folder, { recursive: true });
});

const run = (...args: string[]) => runCommand(platform, args);

/** A configuration in a file: the platform's own with its one connection that works, and what is changed of it. */
async function configured(changes: Partial<Config> = {}): Promise<string> {
	const { config, url: publicUrl, operationsUrl } = platform;
	const { main } = config.connections;
	const telemetry = { ...config.telemetry, gatewayAddress: new URL(operationsUrl).host };
	const ours = { ...config, telemetry, gateway: { ...config.gateway, publicUrl }, connections: { main } };
	const path = join(folder, `${randomBytes(6).toString('hex')}.yaml`);
	await writeFile(path, JSON.stringify({ ...ours, ...changes }));
	return path;
}

const reportSchema = z.looseObject({
	ok: z.boolean(),
	checks: z.array(
		z.looseObject({ name: z.string(), status: z.string(), detail: z.string(), todo: z.string().nullable() }),
	),
});

function statuses({ result }: CommandRun): Record<string, string> {
	return Object.fromEntries(reportSchema.parse(JSON.parse(result)).checks.map(({ name, status }) => [name, status]));
}

function tellsNoSecret({ result, notes }: CommandRun): void {
	for (const secret of platform.secrets) expect(result + notes).not.toContain(secret);
}

describe('doctor', () => {
	test('finds everything in order', async () => {
		const well = await run('doctor', '--config', await configured(), '--json');
		expect(statuses(well)).toEqual({
			configuration: 'ok',
			temporal: 'ok',
			namespace: 'ok',
			'search attributes': 'ok',
			'stop of a worker': 'ok',
			'queue agent-knowledge (workflows)': 'ok',
			'queue agent-knowledge (activities)': 'ok',
			'queue agent-knowledge:deliveries (events and callbacks)': 'ok',
			'queue agent-knowledge:assemblies (files of exports)': 'ok',
			'queue api:main (calls)': 'ok',
			'queue api:main (partitions)': 'ok',
			'temporal fairness': 'ok',
			'pace of waiting calls': 'ok',
			encryption: 'ok',
			'encrypted tasks': 'ok',
			'erased people': 'ok',
			'synced people': 'ok',
			blobs: 'ok',
			disk: expect.stringMatching(/ok|warn/) as string,
			mail: 'ok',
			gateway: 'ok',
			'gateway clock': 'ok',
			'connection main': 'ok',
			// The sandbox of this test has no limit to announce.
			'connection main limit': 'warn',
			'connection main clock': 'ok',
		});
		expect(well.code).toBe(0);
		tellsNoSecret(well);
	});

	test('names each thing that is broken, with what to do, and ends with 1', async () => {
		await run('run', 'retrain-and-wait', '--connection', 'main', '--agent', 'agent_sales', '--no-wait');
		const { config } = platform;
		const { main, wrong, nowhere } = config.connections;
		if (!main || !wrong || !nowhere) throw new Error('A connection of the platform is missing.');
		const secret = randomBytes(32).toString('base64');
		const bucket = { endpoint: NOWHERE, region: 'x', bucket: 'reports', prefix: '', pathStyle: true };
		const path = await configured({
			connections: { main, wrong, nowhere, unpolled: { ...main, requestsPerMinute: 60 } },
			encryption: { keys: [{ id: 'first', secret }], current: 'first' },
			gateway: { ...config.gateway, publicUrl: NOWHERE },
			blobs: { ...config.blobs, directory: '/dev/null/blobs' },
			buckets: { reports: { ...bucket, accessKeyId: 'an-id', secretAccessKey: 'a-secret' } },
			destinations: {
				flow: { type: 'webhook', url: `${NOWHERE}/leads`, secret: `whsec_${secret}` },
			},
			mail: { smtpUrl: 'smtp://user:a-mail-secret@127.0.0.1:9', from: 'reviews@team.example' },
		});
		const ill = await run('doctor', '--config', path, '--json');
		expect(ill.code).toBe(1);
		expect(statuses(ill)).toMatchObject({
			temporal: 'ok',
			'queue api:main (calls)': 'ok',
			'queue api:unpolled (calls)': 'fail',
			'encrypted tasks': 'fail',
			blobs: 'fail',
			'bucket reports': 'fail',
			'destination flow': 'fail',
			mail: 'fail',
			gateway: 'fail',
			'connection wrong': 'fail',
			'connection nowhere': 'fail',
		});
		const bad = reportSchema.parse(JSON.parse(ill.result)).checks.filter(({ status }) => status === 'fail');
		expect(bad.filter(({ todo }) => todo === null)).toEqual([]);
		tellsNoSecret(ill);
		for (const hidden of [secret, 'a-secret', 'a-mail-secret']) expect(ill.result).not.toContain(hidden);
	});

	test.each([
		['no Temporal', { temporal: { address: '127.0.0.1:9', namespace: 'x' } }, 'temporal', 'fail'],
		['a namespace that is not there yet', { temporal: { address: '', namespace: 'not-there' } }, 'namespace', 'warn'],
	])('reports %s', async (_what, { temporal }, name, status) => {
		const address = temporal.address || platform.config.temporal.address;
		const report = await run(
			'doctor',
			'--config',
			await configured({ temporal: { ...platform.config.temporal, ...temporal, address } }),
			'--json',
		);
		expect(statuses(report)[name]).toBe(status);
		expect(report.code).toBe(status === 'fail' ? 1 : 0);
	});

	test('reports a configuration that is wrong or missing', async () => {
		const missing = await run('doctor', '--config', join(folder, 'none.yaml'));
		expect(missing).toMatchObject({ code: 1, result: expect.stringContaining('fail  configuration') as string });
	});
});

describe('connections check', () => {
	const check = async (connections: Config['connections'], ...args: string[]) =>
		run('connections', 'check', ...args, '--json', '--config', await configured({ connections }));

	test('shows the agents and scopes of a key, and fails for a scope that is needed', async () => {
		const { narrow, main } = platform.config.connections;
		if (!narrow || !main) throw new Error('A connection of the platform is missing.');
		const report = await check({ main, narrow });
		expect(report.code).toBe(0);
		expect(report.result).toContain('agent_support');
		expect(statuses(report)).toMatchObject({
			'connection main read:leads': 'ok',
			'connection main read:email': 'ok',
			'connection main read:conversations': 'ok',
			'connection narrow read:agents': 'ok',
			'connection narrow read:leads': 'warn',
		});
		const needed = await check({ narrow }, 'narrow', '--for', 'lead-export');
		expect(needed.code).toBe(1);
		expect(statuses(needed)).toMatchObject({ 'connection narrow read:leads': 'fail' });
		tellsNoSecret(needed);
	});

	test('fails where the service allows fewer calls than are configured', async () => {
		const { main } = platform.config.connections;
		if (!main) throw new Error('A connection of the platform is missing.');
		await platform.admin.setSettings({ rateLimit: 600 });
		const tooMany = await check({ main });
		expect(tooMany.code).toBe(1);
		expect(statuses(tooMany)).toMatchObject({ 'connection main limit': 'fail' });
		expect(await check({ main: { ...main, requestsPerMinute: 600 } })).toMatchObject({ code: 0 });
		await platform.admin.setSettings({ rateLimit: 'none' });
	});

	test.each(['wrong', 'nowhere'])('fails for the connection "%s"', async (name) => {
		const { [name]: bad } = platform.config.connections;
		if (!bad) throw new Error('A connection of the platform is missing.');
		const report = await check({ [name]: bad });
		expect(report.code).toBe(1);
		expect(statuses(report)).toEqual({ [`connection ${name}`]: 'fail' });
	});

	test('refuses a name that the configuration has not', async () => {
		const { main } = platform.config.connections;
		if (!main) throw new Error('A connection of the platform is missing.');
		expect(await check({ main }, 'other')).toMatchObject({ code: 2 });
	});
});

describe('replay', () => {
	const replaySchema = z.looseObject({
		ok: z.boolean(),
		replayed: z.int(),
		failed: z.array(z.looseObject({ workflowId: z.string(), error: z.string() })),
	});
	const stored = (name: string) => join(HISTORIES, version, name);
	let today: string;
	let changed: string;

	beforeAll(async () => {
		[today, changed] = [join(folder, 'today.js'), join(folder, 'changed.js')];
		await writeFile(today, (await bundleWorkflows()).code);
		const retrain = {
			file: 'retrain/workflow.ts',
			from: 'state.followed ??= await',
			to: 'await sleep(5);\n\t\t\tstate.followed ??= await',
		};
		const sleeps = {
			file: 'retrain/workflow.ts',
			from: 'import { followRun }',
			to: "import { sleep } from '@temporalio/workflow';\nimport { followRun }",
		};
		await writeFile(changed, (await bundleChanged([retrain, sleeps])).code);
	});

	const replay = async (...args: string[]) => run('replay', ...args, '--config', await configured(), '--json');

	test('continues all open workflows, and names those that another version could not continue', async () => {
		const start = ['run', 'retrain-and-wait', '--connection', 'main', '--agent', 'agent_support', '--no-wait'];
		const { result: id } = await run(...start, '--key', 'open');
		for (let stage = ''; stage !== 'training';)
			({ stage } = z
				.looseObject({ stage: z.string() })
				.parse(JSON.parse((await run('tasks', 'show', id, '--json')).result)));

		const well = await replay('--open', '--bundle', today);
		expect(well.code).toBe(0);
		const { ok, replayed, failed } = replaySchema.parse(JSON.parse(well.result));
		expect({ ok, failed }).toEqual({ ok: true, failed: [] });
		expect(replayed).toBeGreaterThan(0);

		const ill = await replay('--open', '--bundle', changed);
		expect(ill.code).toBe(1);
		const report = replaySchema.parse(JSON.parse(ill.result));
		expect(report.failed.map(({ workflowId }) => workflowId)).toContain(id);
		tellsNoSecret(ill);
		expect((await run('tasks', 'show', id)).result).toContain('running');
	});

	test('of a stored history fails with the version that cannot continue it', async () => {
		const hour = stored('retrain-and-wait.v1.hour.json');
		expect(await replay(hour, '--bundle', today)).toMatchObject({ code: 0 });
		expect(await replay(hour, '--bundle', changed)).toMatchObject({ code: 1 });
	});

	test('continues with a night that the worker missed', async () => {
		const night = stored('nightly-retrain.v1.slept-through.json');
		expect(await replay(night, '--bundle', today)).toMatchObject({ code: 0 });
	});

	test('of a file that is no history, or of nothing, is refused', async () => {
		expect(await replay(await configured(), '--bundle', today)).toMatchObject({ code: 2 });
		expect(await replay()).toMatchObject({ code: 2 });
	});
});
