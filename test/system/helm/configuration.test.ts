import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../../sandbox/bootstrap/config';
import { SECRET_SETTINGS, SET_BY_CHART } from '../../../scripts/generate/chart-config-schema.mjs';
import { loadWorkerSettings } from '../../../scripts/generate/load-worker-settings.mjs';
import { type Config, parseConfig } from '../../../worker/config';
import { INTERNAL_AT_ONCE } from '../../../worker/bootstrap/worker-options';
import { ENVIRONMENT_OVERRIDES } from '../../../worker/config/environment';
import { Metrics } from '../../../worker/observability/metrics';
import {
	API_QUEUE,
	apiQueue,
	ASSEMBLIES_QUEUE,
	DELIVERIES_QUEUE,
	INTERNAL_QUEUE,
} from '../../../workflows/task-queues';
import { podOf, podsOf } from './pods';
import { CHART, EXAMPLES, find, type KubernetesObject, render, renderWith } from './render';

/** Values of the variables that have a form of their own. */
const SECRETS: Record<string, string> = {
	AGENT_KNOWLEDGE_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
	AGENT_KNOWLEDGE_ENCRYPTION_KEY_2: randomBytes(32).toString('base64'),
	AGENT_KNOWLEDGE_SIGNING_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
	AGENT_KNOWLEDGE_DATABASE_URL: 'postgresql://leads:word@warehouse:5432/leads',
	AGENT_KNOWLEDGE_SMTP_URL: 'smtps://reviews:word@mail.example.com',
};

/** What Kubernetes does with `env`: a variable whose Secret lacks the key stops the pod. */
function environmentOf(objects: readonly KubernetesObject[], name: string): NodeJS.ProcessEnv {
	const { container } = podOf(objects, name);
	return Object.fromEntries(
		container.env.map(({ name: variable, value, valueFrom }) => [
			variable,
			valueFrom === undefined ? value : (SECRETS[variable] ?? `the-value-for-${variable}`),
		]),
	);
}

const dataSchema = z.object({ 'agent-knowledge.yaml': z.string() });
const sectionsSchema = z.record(z.string(), z.unknown());

function configOf(objects: readonly KubernetesObject[], gateway: boolean, name: string): Config {
	const { data } = find(objects, 'ConfigMap', 'rel-agent-knowledge');
	const content = sectionsSchema.parse(parse(dataSchema.parse(data)['agent-knowledge.yaml']));
	return parseConfig(content, { source: 'the ConfigMap', env: environmentOf(objects, name), gateway });
}

describe.each(EXAMPLES)('the configuration of %s', (example) => {
	let objects: KubernetesObject[];
	beforeAll(async () => {
		objects = await render(example);
	});

	it('is complete for the worker and the gateway, with the variables that the pods have', () => {
		const worker = configOf(objects, false, 'agent-knowledge-worker');
		const gateway = configOf(objects, true, 'agent-knowledge-gateway');
		// A task means the same in every process.
		expect(worker.connections).toEqual(gateway.connections);
		expect(Object.keys(worker.connections)).toHaveLength(1);
	});

	it('listens where probes, Services and Prometheus look', () => {
		const { gateway, telemetry } = configOf(objects, true, 'agent-knowledge-gateway');
		const ports = (name: string) =>
			Object.fromEntries(podOf(objects, name).container.ports.map((port) => [port.name, port.containerPort]));
		const of = (address: string | undefined) => Number(address?.replace(/^.*:/, ''));
		expect(gateway.host).toBe('0.0.0.0');
		expect(ports('agent-knowledge-gateway')).toEqual({
			http: gateway.port,
			operations: of(telemetry.gatewayAddress),
			'temporal-sdk': of(telemetry.metricsAddress),
		});
		expect(ports('agent-knowledge-worker')).toEqual({
			operations: of(telemetry.workerAddress),
			'temporal-sdk': of(telemetry.metricsAddress),
		});
	});

	it('has a variable for each secret, and no other variable', () => {
		const { data } = find(objects, 'ConfigMap', 'rel-agent-knowledge');
		const text = dataSchema.parse(data)['agent-knowledge.yaml'];
		const named = [...text.matchAll(/(?<!\$)\$\{([^}]*)\}/g)].map(([, name]) => name);
		for (const { of, container } of podsOf(objects).filter(({ of: name }) => !name.endsWith('sandbox'))) {
			const fromSecrets = container.env.flatMap(({ name, valueFrom }) => (valueFrom === undefined ? [] : [name]));
			expect([of, fromSecrets]).toEqual([of, [...new Set(named)].sort()]);
		}
	});

	it('keeps files where all pods find them', () => {
		const { blobs } = configOf(objects, true, 'agent-knowledge-gateway');
		if (blobs.s3 !== undefined) return;
		for (const name of ['agent-knowledge-worker', 'agent-knowledge-gateway', 'agent-knowledge-doctor']) {
			const { container, spec } = podOf(objects, name);
			const mount = container.volumeMounts.find(({ mountPath }) => blobs.directory === mountPath);
			const volume = spec.volumes.find((each) => each.name === mount?.name);
			expect(volume).toMatchObject({ persistentVolumeClaim: {} });
		}
	});
});

test('no default of the image wins over what the chart writes into the file', async () => {
	const ofChart = ENVIRONMENT_OVERRIDES.filter(({ path }) => SET_BY_CHART.includes(path.join('.')));
	expect(ofChart.length).toBeGreaterThan(4);
	for (const { of, container } of podsOf(await render('minimal.yaml'))) {
		const empty = container.env.flatMap(({ name, value }) => (value === '' ? [name] : []));
		expect([of, empty.sort()]).toEqual([of, ofChart.map(({ variable }) => variable).sort()]);
	}
});

test('temporal.tls names the files that are mounted', async () => {
	const objects = await render('production.yaml');
	const { temporal } = configOf(objects, true, 'agent-knowledge-gateway');
	const { container } = podOf(objects, 'agent-knowledge-worker');
	const folder = container.volumeMounts.find(({ name }) => name === 'temporal-tls')?.mountPath;
	expect(temporal.tls).toEqual({
		serverName: 'temporal.internal.example.com',
		caFile: `${folder}/ca.crt`,
		certFile: `${folder}/tls.crt`,
		keyFile: `${folder}/tls.key`,
	});
});

test('a doubled $ stays a plain text', async () => {
	expect(configOf(await render('production.yaml'), true, 'agent-knowledge-gateway').mail?.from).toContain('${price}');
});

test('the schema knows every setting that is a secret, and every path that the chart sets', async () => {
	const { schema, secretsOfDestinations } = await loadWorkerSettings();
	const paths = settingsIn(schema);
	const known = [...SECRET_SETTINGS, ...Object.values(secretsOfDestinations).flat()];
	const isNamedSo = (path: string) => /key|token|secret|password|smtp/i.test(path.replace(/^.*\./, ''));
	const noSecrets = ['encryption.keys', 'gateway.tokens', 'gateway.limits.perToken', 'temporal.tls.keyFile'];
	const secrets = paths.filter((path) => isNamedSo(path) && !noSecrets.includes(path));
	expect(secrets.length).toBeGreaterThan(9);
	expect(secrets.filter((path) => !known.includes(path.replace(/^.*\./, '')))).toEqual([]);
	expect(SET_BY_CHART.filter((path) => !paths.includes(path))).toEqual([]);
});

/** The paths of all settings, with * for any name. */
function settingsIn(schema: unknown, path = ''): string[] {
	const { data } = z
		.looseObject({
			properties: z.record(z.string(), z.unknown()).default({}),
			additionalProperties: z.unknown().optional(),
			items: z.unknown().optional(),
			anyOf: z.array(z.unknown()).default([]),
			oneOf: z.array(z.unknown()).default([]),
			allOf: z.array(z.unknown()).default([]),
		})
		.safeParse(schema);
	if (data === undefined) return [];
	const { properties, additionalProperties, items, anyOf, oneOf, allOf } = data;
	const at = (name: string) => (path === '' ? name : `${path}.${name}`);
	return [
		...Object.entries(properties).flatMap(([name, inner]) => [at(name), ...settingsIn(inner, at(name))]),
		...settingsIn(additionalProperties, at('*')),
		...[items, ...anyOf, ...oneOf, ...allOf].flatMap((inner) => settingsIn(inner, path)),
	];
}

/** The default of the chart. */
const WAITING_CALLS = 2_000;

const triggersSchema = z.object({
	triggers: z.array(z.object({ type: z.string(), metadata: z.record(z.string(), z.string()) })),
});

describe('the number of workers follows', () => {
	it('the backlog of the queues that more workers shorten, by what one worker does at once', async () => {
		const objects = await render('keda.yaml');
		const { temporal, concurrency } = configOf(objects, true, 'agent-knowledge-gateway');
		const { triggers } = triggersSchema.parse(find(objects, 'ScaledObject', '-worker').spec);
		const slots = (queue: string, atOnce: number) => [queue, String(atOnce)];
		expect(triggers.map(({ metadata }) => [metadata.taskQueue, metadata.targetQueueSize]).sort()).toEqual(
			[
				slots(INTERNAL_QUEUE, INTERNAL_AT_ONCE),
				slots(DELIVERIES_QUEUE, concurrency.deliveries),
				slots(ASSEMBLIES_QUEUE, concurrency.assemblies),
				slots(API_QUEUE, WAITING_CALLS),
				slots(apiQueue('main'), WAITING_CALLS),
			].sort(),
		);
		for (const { metadata } of triggers)
			expect(metadata).toMatchObject({ endpoint: temporal.address, namespace: temporal.namespace });
	});

	it('the calls of all connections, where they are', async () => {
		const waiting = 'worker.autoscaling.waitingCallsPerWorker';
		const callQueues = async (set: Record<string, string>) => {
			const { triggers } = triggersSchema.parse(find(await render('keda.yaml', set), 'ScaledObject', '-worker').spec);
			return triggers
				.filter(({ metadata }) => metadata['queueTypes'] === 'activity')
				.map(({ metadata }) => [metadata['taskQueue'], metadata['targetQueueSize']]);
		};
		const second = {
			'config.connections.second.baseUrl': 'https://b.example.com',
			'config.connections.second.apiKey': '${AGENT_KNOWLEDGE_API_KEY}',
		};
		const own = [apiQueue('main'), apiQueue('second')];
		const at = async (fairness: string) =>
			callQueues({ ...second, [waiting]: '500', 'config.temporal.fairness': fairness });
		expect(await callQueues({ ...second, [waiting]: '500' })).toEqual(
			[API_QUEUE, ...own].map((queue) => [queue, '500']),
		);
		expect(await at('auto')).toEqual([API_QUEUE, ...own].map((queue) => [queue, '500']));
		expect(await at('false')).toEqual(own.map((queue) => [queue, '500']));
		const shared = { ...second, 'config.temporal.fairness': 'true' };
		expect(await callQueues(shared)).toEqual([[API_QUEUE, String(WAITING_CALLS)]]);
		expect(await callQueues({ ...shared, [waiting]: '0' })).toEqual([]);
	});

	it('the waiting time of the same queues, without calls', async () => {
		const objects = await render('keda-prometheus.yaml');
		const { triggers } = triggersSchema.parse(find(objects, 'ScaledObject', '-worker').spec);
		const queues = triggers.map(({ metadata }) => /queue="([^"]*)"/.exec(metadata.query ?? '')?.[1]);
		expect(queues.sort()).toEqual([INTERNAL_QUEUE, ASSEMBLIES_QUEUE, DELIVERIES_QUEUE].sort());
		const { registry } = new Metrics();
		for (const { metadata } of triggers) {
			const [, metric = ''] = /(agent_knowledge_\w+)_bucket\{/.exec(metadata.query ?? '') ?? [];
			expect(registry.getSingleMetric(metric)).toMatchObject({ labelNames: ['queue'] });
		}
	});

	it('at Temporal Cloud with the key of the configuration', async () => {
		const { spec } = find(await render('keda.yaml'), 'TriggerAuthentication', '-worker');
		expect(spec).toEqual({
			secretTargetRef: [{ parameter: 'apiKey', name: 'agent-knowledge', key: 'AGENT_KNOWLEDGE_TEMPORAL_KEY' }],
		});
	});
});

test('the upgrade check runs with the new configuration, before anything else changes', async () => {
	const objects = await render('minimal.yaml');
	const [job, map] = [find(objects, 'Job', '-upgrade-check'), find(objects, 'ConfigMap', '-upgrade-check')];
	for (const { metadata } of [job, map]) expect(metadata.annotations['helm.sh/hook']).toBe('pre-upgrade,pre-rollback');
	const weight = ({ metadata }: KubernetesObject) => Number(metadata.annotations['helm.sh/hook-weight']);
	expect(weight(map)).toBeLessThan(weight(job));
	expect(map.data).toEqual(find(objects, 'ConfigMap', 'rel-agent-knowledge').data);
	expect(podOf(objects, '-upgrade-check').spec.volumes[0]).toMatchObject({
		projected: { sources: [{ configMap: { name: map.metadata.name } }] },
	});
});

test('a changed setting starts new pods', async () => {
	const checksum = (text: string) => /checksum\/config: (\w+)/.exec(text)?.[1];
	const before = checksum(await renderWith('{}', 'minimal.yaml'));
	expect(before).toMatch(/^\w{64}$/);
	expect(checksum(await renderWith('config: { log: { level: debug } }', 'minimal.yaml'))).not.toBe(before);
});

test('the sandbox takes its variables, and listens where its Service leads', async () => {
	const objects = await render('sandbox.yaml');
	const { container } = podOf(objects, '-sandbox');
	const settings = readConfig(environmentOf(objects, '-sandbox'));
	expect(settings).toMatchObject({ host: '0.0.0.0', demoData: true, seedKey: 'the-value-for-SANDBOX_SEED_KEY' });
	expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toContain(settings.dataDir);
	expect(Object.fromEntries(container.ports.map((port) => [port.name, port.containerPort]))).toEqual({
		api: settings.port,
		site: settings.sitePort,
		admin: settings.adminPort,
	});
	const { connections } = configOf(objects, true, 'agent-knowledge-gateway');
	expect(connections.sandbox?.baseUrl).toBe(`http://${find(objects, 'Service', '-sandbox').metadata.name}:4010`);
});

test('values.yaml names no setting of the worker that does not exist', () => {
	const { config } = z
		.object({ config: sectionsSchema })
		.parse(parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')));
	const env = { AGENT_KNOWLEDGE_N8N_TOKEN: 'a'.repeat(24), ...SECRETS };
	const connections = { main: { baseUrl: 'https://agents.example.com', apiKey: 'a-key' } };
	const temporal = { ...sectionsSchema.parse(config.temporal), address: '127.0.0.1:7233' };
	const complete = { ...config, connections, temporal };
	expect(() => parseConfig(complete, { source: 'values.yaml', env, gateway: true })).not.toThrow();
});
