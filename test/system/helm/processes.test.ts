import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type RunningSandbox, startSandbox } from '../../../sandbox/bootstrap/start-sandbox';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import type { Service } from '../../../scripts/processes/service.mjs';
import { eventually, isThere } from '../../support/time/eventually';
import { startTemporal, type TemporalServer } from '../../support/temporal/start-temporal';
import { type Cluster, startContainer } from './container';
import { type Pod, podOf } from './pods';
import { find, type KubernetesObject, render } from './render';

let temporal: TemporalServer;
let sandbox: RunningSandbox;
let cluster: Cluster;
/** Two sets of objects that differ in their ports: here, a gateway and a worker share one machine. */
let ofGateway: KubernetesObject[];
let ofWorker: KubernetesObject[];
let gateway: Service;
let worker: Service;

async function rendered(): Promise<KubernetesObject[]> {
	const [http, operations, temporalSdk] = await Promise.all([freePort(), freePort(), freePort()]);
	return render('minimal.yaml', {
		'config.temporal.address': temporal.address,
		'config.temporal.namespace': 'from-the-chart',
		'config.connections.main.baseUrl': sandbox.apiUrl,
		'ports.http': String(http),
		'ports.operations': String(operations),
		'ports.temporalSdk': String(temporalSdk),
	});
}

beforeAll(async () => {
	[temporal, sandbox] = await Promise.all([
		startTemporal(),
		startSandbox({ rateLimit: 60, seedKey: `ak_${randomBytes(24).toString('hex')}` }),
	]);
	[ofGateway, ofWorker] = await Promise.all([rendered(), rendered()]);
	const { spec } = find(ofGateway, 'Service', '-gateway');
	const [port] = z.object({ ports: z.array(z.object({ port: z.number(), targetPort: z.string() })) }).parse(spec).ports;
	cluster = {
		folder: await mkdtemp(join(tmpdir(), 'agent-knowledge-chart-')),
		secrets: {
			AGENT_KNOWLEDGE_API_KEY: sandbox.seedKey,
			AGENT_KNOWLEDGE_N8N_TOKEN: randomBytes(24).toString('hex'),
			AGENT_KNOWLEDGE_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
		},
		services: new Map([
			[
				`http://rel-agent-knowledge-gateway:${port?.port}`,
				`http://127.0.0.1:${portOf(gatewayPod(), port?.targetPort ?? '')}`,
			],
		]),
	};
	// As in an installation: both begin with an empty Temporal.
	[gateway, worker] = await Promise.all([
		startContainer(gatewayPod(), ofGateway, cluster),
		startContainer(workerPod(), ofWorker, cluster),
	]);
});

afterAll(async () => {
	await Promise.allSettled([gateway.stop(), worker.stop()]);
	await Promise.allSettled([temporal.stop(), sandbox.close()]);
	await rm(cluster.folder, { recursive: true, force: true });
});

const gatewayPod = () => podOf(ofGateway, 'agent-knowledge-gateway');
const workerPod = () => podOf(ofWorker, 'agent-knowledge-worker');

function portOf({ of, container }: Pod, name: string): number {
	const found = container.ports.find((port) => port.name === name);
	if (found === undefined) throw new Error(`${of} has no port "${name}".`);
	return found.containerPort;
}

const get = (pod: Pod, port: string, path: string) => fetch(`http://127.0.0.1:${portOf(pod, port)}${path}`);

/** The status, as the kubelet sees it. */
async function probe(pod: Pod, kind: 'startupProbe' | 'livenessProbe' | 'readinessProbe'): Promise<number> {
	const asked = pod.container[kind]?.httpGet;
	if (asked === undefined) throw new Error(`${pod.of} has no ${kind}.`);
	return (await get(pod, asked.port, asked.path)).status;
}

describe.each([
	['the gateway', gatewayPod, () => gateway],
	['a worker', workerPod, () => worker],
])('%s with the arguments, the configuration and the variables of the chart', (_title, pod, service) => {
	it.each(['startupProbe', 'livenessProbe', 'readinessProbe'] as const)('passes its %s', async (kind) => {
		const passes = async () => ((await probe(pod(), kind)) === 200 ? true : null);
		expect(await service().whileRunning(kind, eventually(passes, isThere, kind))).toBe(true);
	});

	it('shows metrics where the PodMonitor looks', async () => {
		expect(await (await get(pod(), 'operations', '/metrics')).text()).toContain('agent_knowledge_');
		expect((await get(pod(), 'temporal-sdk', '/metrics')).status).toBe(200);
	});
});

test("a worker shows the metrics of Temporal's SDK", async () => {
	expect(await (await get(workerPod(), 'temporal-sdk', '/metrics')).text()).toContain(
		// The dashboard shows it.
		'temporal_worker_task_slots_available{',
	);
});

test('the public port shows neither metrics nor readiness', async () => {
	expect((await get(gatewayPod(), 'http', '/healthz')).status).toBe(200);
	expect((await get(gatewayPod(), 'http', '/metrics')).status).toBe(404);
	expect((await get(gatewayPod(), 'http', '/readyz')).status).toBe(404);
});

async function runToEnd(suffix: string): Promise<{ ended: string; log: string }> {
	const service = await startContainer(podOf(ofGateway, suffix), ofGateway, cluster);
	const ended = await service.exited;
	return { ended, log: await readFile(service.logFile, 'utf8') };
}

test('helm test: the doctor finds nothing wrong', async () => {
	const { ended, log } = await runToEnd('-doctor');
	expect([ended, log]).toEqual(['code 0', expect.stringMatching(/\d\d ok, \d warn, 0 fail/)]);
});

test('helm upgrade: the new version can continue what is open', async () => {
	const { ended, log } = await runToEnd('-upgrade-check');
	expect([ended, log]).toEqual(['code 0', expect.stringContaining('No workflow is open.')]);
});

test('both end in order when their pods are deleted', async () => {
	await Promise.all([gateway.stop(), worker.stop()]);
	expect([await gateway.exited, await worker.exited]).toEqual(['code 0', 'code 0']);
});
