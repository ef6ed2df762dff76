import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import worker from '../../../worker/package.json';
import { CHART, EXAMPLES, helm, renderWith, template } from './render';

const REQUIRED = ['config.temporal.address', 'config.connections', 'secrets.existingSecret', 'config.blobs.s3'];

describe('helm lint --strict', () => {
	it('accepts the chart', async () => {
		expect(await helm('lint', '--strict', CHART)).toContain('0 chart(s) failed');
	});

	it.each(EXAMPLES)('accepts the values of %s', async (example) => {
		const values = join(CHART, 'examples', example);
		expect(await helm('lint', '--strict', CHART, '-f', values)).toContain('0 chart(s) failed');
	});
});

test('without values, the chart names everything that it needs at once', async () => {
	const refused = await helm('template', 'rel', CHART).catch(String);
	for (const setting of REQUIRED) expect(refused).toContain(setting);
});

describe('the schema refuses', () => {
	it.each([
		['an unknown value', 'workers: { replicas: 3 }', 'workers'],
		['an unknown setting of the worker', 'config: { gateway: { hosts: a } }', 'hosts'],
		['an unknown mode', 'worker: { autoscaling: { mode: queue } }', 'mode'],
		['a text as a number', 'worker: { replicas: many }', 'replicas'],
		['a container without a limit of memory', 'worker: { resources: { limits: null } }', 'limits'],
		['an address that the chart sets', 'config: { gateway: { port: 4020 } }', 'port'],
		['an API key in plain text', 'config: { connections: { main: { apiKey: ak_0123456789 } } }', 'apiKey'],
		['a token in plain text', 'config: { gateway: { tokens: [{ name: a, token: abc }] } }', 'token'],
		['an encryption key in plain text', 'config: { encryption: { keys: [{ id: a, secret: abc }] } }', 'secret'],
		['a mail password', 'config: { mail: { from: a, smtpUrl: "smtps://a:b@c" } }', 'smtpUrl'],
		[
			'the password of a database',
			'config: { destinations: { crm: { type: postgresql, url: "postgresql://a:b@c/d" } } }',
			'destinations/crm',
		],
		['the secret of a hook', 'config: { hooks: { published: { secrets: [whsec_abc] } } }', 'secrets'],
		['a key inside a longer text', 'config: { connections: { main: { apiKey: "a${B}" } } }', 'apiKey'],
	])('%s', async (_title, values, named) => {
		const refused = await renderWith(values, 'minimal.yaml').catch(String);
		expect(refused).toContain('values don');
		expect(refused).toContain(named);
	});
});

describe('the chart refuses', () => {
	it.each([
		['a bucket and a volume', 'config: { blobs: { s3: { bucket: files } } }', 'Choose the bucket or the volume'],
		['an Ingress without a host', 'gateway: { ingress: { enabled: true } }', 'gateway.ingress.host'],
		[
			'an Ingress in front of a public address with a path',
			'{ gateway: { ingress: { enabled: true, host: a.example } }, config: { gateway: { publicUrl: "https://a.example/b/" } } }',
			'has the path /b, which',
		],
		['Prometheus without an address', 'worker: { autoscaling: { mode: prometheus } }', 'prometheus.serverAddress'],
		['fewer workers at most than at least', 'worker: { autoscaling: { maxReplicas: 1 } }', 'minReplicas'],
	])('%s', async (_title, values, named) => {
		expect(await renderWith(values, 'minimal.yaml').catch(String)).toContain(named);
	});
});

test('the same values give the same objects', async () => {
	expect(await template('production.yaml')).toBe(await template('production.yaml'));
});

test('every value of the schema stands in values.yaml, where people look for it', async () => {
	const schema: unknown = JSON.parse(await readFile(join(CHART, 'values.schema.json'), 'utf8'));
	const values: unknown = parse(await readFile(join(CHART, 'values.yaml'), 'utf8'));
	// Helm adds `global`, and docs/worker-configuration.md lists what is in `config`.
	const paths = pathsIn(schema).filter(([first]) => first !== 'global' && first !== 'config');
	expect(paths.length).toBeGreaterThan(80);
	expect(paths.filter((path) => !has(values, path)).map((path) => path.join('.'))).toEqual([]);
});

function pathsIn(schema: unknown): string[][] {
	const properties = z.object({ properties: z.record(z.string(), z.unknown()) }).safeParse(schema).data?.properties;
	return Object.entries(properties ?? {}).flatMap(([name, inner]) => {
		// What Kubernetes itself describes: requests and limits.
		if (name === 'resources') return [[name]];
		return [[name], ...pathsIn(inner).map((path) => [name, ...path])];
	});
}

function has(value: unknown, [name, ...rest]: readonly string[]): boolean {
	if (name === undefined) return true;
	return typeof value === 'object' && value !== null && name in value && has(Reflect.get(value, name), rest);
}

test('after an installation, Helm names the keys that the Secret needs', async () => {
	const values = join(CHART, 'examples', 'production.yaml');
	const printed = await helm('install', 'rel', CHART, '--dry-run=client', '-f', values);
	const notes = printed.slice(printed.indexOf('NOTES:'));
	expect(notes).toContain('  AGENT_KNOWLEDGE_SIGNING_SECRET\n');
	// It is in a Secret of its own.
	expect(notes).not.toContain('AGENT_KNOWLEDGE_DATABASE_URL');
	expect(notes).toContain('https://tasks.example.com/');
});

test('the chart deploys the version of the worker that it is released with', async () => {
	const chart = z.object({ appVersion: z.string() }).parse(parse(await readFile(join(CHART, 'Chart.yaml'), 'utf8')));
	expect(chart.appVersion).toBe(worker.version);
});

test('the packed chart has its files and no examples', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-chart-'));
	try {
		await helm('package', CHART, '--destination', folder);
		const packed = await runCommand('tar', ['-tzf', join(folder, 'agent-knowledge-0.1.0.tgz')]);
		expect(packed).toContain('agent-knowledge/files/prometheus-alerts.yaml');
		expect(packed).toContain('agent-knowledge/values.schema.json');
		expect(packed).not.toContain('examples');
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});

test('the alerts in the chart are those of the worker', async () => {
	const read = (path: string) => readFile(join(workspaceRoot, path), 'utf8');
	const copied = await read('deploy/helm/agent-knowledge/files/prometheus-alerts.yaml');
	expect(parse(copied)).toEqual(parse(await read('worker/prometheus-alerts.yaml')));
});
