import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client, Connection } from '@temporalio/client';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { now } from '../../support/time/moments';
import { TemporalLookUps } from '../../../worker/connections';
import type { ServingWorkers } from '../../../worker/bootstrap/run-workers';
import { runWorkers } from '../../../worker/bootstrap/run-workers';
import { searchAttributes } from '../../../workflows/task/visibility';
import { blobsSchema } from '../../../worker/storage/settings';
import { Destinations } from '../../../worker/destinations';
import { openBlobs } from '../../../worker/storage/blobs';
import { Buckets } from '../../../worker/storage/buckets';
import { connectClient, Keyring } from '../../../worker/temporal';
import { sourceBundle } from '../../support/source-bundle';
import { startOwnTemporal } from '../../support/temporal/own-server';
import { startTemporal, type TemporalServer } from '../../support/temporal/start-temporal';
import { useRuntime } from '../../support/temporal/use-runtime';
import { eventually } from '../../support/time/eventually';

const LOG: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void LOG.push(line) });

useRuntime(log);

/** The calls that reached the service, by key, in milliseconds since 1970. */
class Service {
	readonly calls = new Map<string, number[]>();

	private constructor(private readonly server: Server) {}

	static async start(): Promise<Service> {
		const service: Service = new Service(
			createServer((request, response) => {
				const key = (request.headers.authorization ?? '').replace('Bearer ', '');
				service.calls.set(key, [...service.of(key), now().getTime()]);
				response.setHeader('content-type', 'application/json');
				response.end(JSON.stringify({ items: [], total: 0, limit: 100, offset: 0 }));
			}),
		);
		await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve));
		return service;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	of(key: string): number[] {
		return this.calls.get(key) ?? [];
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}

interface Running {
	client: Client & { connection: Connection };
	lookUps: TemporalLookUps;
	workers: ServingWorkers;
	connection: (apiKey: string, requestsPerMinute: number) => object & Connected;
}

interface Connected {
	baseUrl: string;
	apiKey: string;
	requestsPerMinute: number;
	shareOfLimit: number;
}

let temporal: TemporalServer | undefined;
let service: Service;
let folder: string;

beforeAll(async () => {
	service = await Service.start();
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-one-queue-'));
});

afterAll(async () => {
	await service.stop();
	await rm(folder, { recursive: true, force: true });
});

afterEach(async () => {
	service.calls.clear();
	LOG.splice(0);
	await temporal?.stop();
});

const keyring = new Keyring({ keys: [{ id: 'k1', secret: randomBytes(32).toString('base64') }], current: 'k1' });

/** A server, and workers with these limits by connection, whose keys have the same names. */
async function running(
	limits: Record<string, number>,
	server: Promise<TemporalServer> = startTemporal(),
): Promise<Running> {
	temporal = await server;
	const platform = await startWorkers(temporal, limits, 'auto');
	await servesCalls(1);
	return platform;
}

/** Waits until so many calls of this key have come. */
async function untilCalled(key: string, until: (calls: number) => void): Promise<void> {
	await eventually(() => service.of(key).length, until, 'calls reach the service at the pace of their connection');
}

/** Waits for an answer to a look-up. */
async function untilAnswered({ lookUps }: Pick<Running, 'lookUps'>, connection: string): Promise<void> {
	await eventually(
		() => lookUps.ask(connection, { read: 'account' }),
		() => true,
		'a busy machine answers a look-up later than a person waits, and none before the trial of the server has ended',
	);
}

/** Waits until so many workers have said where their calls go. Before, calls wait for the trial of the server. */
async function servesCalls(workers: number): Promise<void> {
	const said = () => LOG.filter((line) => /in one queue|queue of its own/.test(line));
	await eventually(
		() => said(),
		(seen) => expect(seen).toHaveLength(workers),
		'the trial of the server ends some time after the start',
	);
}

async function startWorkers(
	server: TemporalServer,
	limits: Record<string, number>,
	fairness: 'auto' | boolean,
): Promise<Running> {
	const connection = (apiKey: string, requestsPerMinute: number): Connected => ({
		baseUrl: service.url,
		apiKey,
		requestsPerMinute,
		shareOfLimit: 0.97,
	});
	const connections = Object.fromEntries(
		Object.entries(limits).map(([name, limit]) => [name, connection(name, limit)]),
	);
	const workers = await runWorkers({
		temporal: { ...server, fairness },
		keyring,
		connections,
		log,
		labelled: { matching: () => [], ofService: () => [], list: () => [] },
		timing: { settleMs: 1_000, pollMinMs: 100, pollMaxMs: 1_000 },
		concurrency: { calls: 200, deliveries: 5, assemblies: 1 },
		destinations: new Destinations({}),
		blobs: openBlobs(blobsSchema.parse({ directory: folder })),
		buckets: new Buckets({}),
		deliveries: { allowedHosts: [], signingSecret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` },
		events: { webhookHosts: [] },
		knowledge: { hosts: [], folders: {} },
		reviews: { publicUrl: 'http://gateway.example' },
		workflowBundle: await sourceBundle(),
	});
	const client = await connectClient(server, keyring);
	return { client, workers, lookUps: new TemporalLookUps(client), connection };
}

async function stop({ client, workers }: Running): Promise<void> {
	await workers.stop();
	await client.connection.close();
}

/** Reads of the connections' agents that wait together, like those of many tasks. */
async function start({ client }: Running, connection: string, count: number): Promise<void> {
	await Promise.all(
		Array.from({ length: count }, (_none, index) =>
			client.workflow.start('personData', {
				workflowId: `search/${connection}/${index}`,
				taskQueue: 'agent-knowledge',
				args: [{ mode: 'find', request: 'persons/none', connections: [connection] }],
			}),
		),
	);
}

/** Tasks whose first call lists the agents. Temporal repeats it without an end. */
async function startExports({ client }: Running, connection: string, count: number): Promise<void> {
	const input = { version: 1, connection, format: 'csv', spreadsheet: 'comma' };
	await Promise.all(
		Array.from({ length: count }, (_none, index) =>
			client.workflow.start('leadExport', {
				workflowId: `lead-export/${connection}/${index}`,
				taskQueue: 'agent-knowledge',
				args: [{ input, frozen: { keyVersion: 'k1', settleMs: 1_000 } }],
			}),
		),
	);
}

const within = (times: readonly number[], from: number, ms: number) =>
	times.filter((time) => time >= from && time < from + ms).length;

/** Requests a minute of a connection behind which calls wait. */
const SLOW = 20;

/** Calls that wait behind {@link SLOW}: nine minutes' worth, so that what overtakes them is seen on a busy machine, too. */
const WAITING = 180;

/**
 * The most calls that may arrive in 15 s at up to 60 a minute. The server dispatches 16 at most; a call that a busy
 * machine sends late brings the next ones closer. Without the limit, all of {@link WAITING} or more arrive.
 */
const MOST_IN_15_S = 32;

describe('a server with fairness', () => {
	it('paces each connection in one queue, and a busy one does not delay another', async () => {
		const platform = await running({ slow: SLOW, fast: 600, idle: 60 });
		await Promise.all([start(platform, 'slow', WAITING), start(platform, 'fast', 150)]);
		await untilCalled('slow', (seen) => expect(seen).toBeGreaterThanOrEqual(5));
		// It comes before most of what waits.
		for (const name of ['idle', 'slow']) await untilAnswered(platform, name);
		const [urgentAfter, idleCalls] = [service.of('slow').length, service.of('idle').length];
		await eventually(
			() => service.of('fast'),
			(seen) => expect(seen).toHaveLength(150),
			'calls reach the service at the pace of their connection',
		);
		const slow = service.of('slow');
		await stop(platform);
		expect(within(slow, slow[0] ?? 0, 15_000)).toBeLessThanOrEqual(MOST_IN_15_S);
		expect(slow.length).toBeGreaterThanOrEqual(5);
		expect(slow.length).toBeLessThan(WAITING);
		expect(idleCalls).toBeGreaterThanOrEqual(1);
		expect(urgentAfter).toBeLessThan(WAITING);
		expect(LOG.join('')).toMatch(
			/Temporal paces all connections in one queue|blocks? all connections|block all connections/,
		);
	});

	it('serves a connection that is added', async () => {
		const platform = await running({ main: 60 });
		const { connection, workers, lookUps } = platform;
		workers.useConnections({ main: connection('main', 60), added: connection('added', 600) });
		await untilAnswered({ lookUps }, 'added');
		expect(service.of('added').length).toBeGreaterThanOrEqual(1);
		await stop(platform);
	});

	/** At 600 a minute, some still wait after a start of 30 s. */
	const EXPORTS = 400;

	it('keeps to a limit that is lowered while calls wait that were written with the old one', async () => {
		const platform = await running({ main: 600 });
		const { connection, workers } = platform;
		await startExports(platform, 'main', EXPORTS);
		await untilCalled('main', (seen) => expect(seen).toBeGreaterThan(5));
		// Another key, so that the service tells the calls apart.
		workers.useConnections({ main: connection('lowered', 60) });
		await untilCalled('lowered', (seen) => expect(seen).toBeGreaterThan(2));
		const begun = service.of('lowered')[0] ?? 0;
		// oxlint-disable-next-line test-time/no-timer -- The pace of 15 s is what is measured.
		await pause(Math.max(0, begun + 15_000 - now().getTime()));
		const [before, lowered] = [service.of('main').length, service.of('lowered')];
		await stop(platform);
		expect(before + lowered.length).toBeLessThan(EXPORTS);
		expect(within(lowered, begun, 15_000)).toBeLessThanOrEqual(MOST_IN_15_S);
	});
});

describe('after temporal.fairness was switched with open tasks, workers serve the calls that wait in the other queues', () => {
	/** Minutes' worth, so that some still wait however long the first worker takes to stop. */
	const LEFT = 180;

	it.each([
		[false, 'auto'],
		['auto', false],
	] as const)('from %s to %s', async (before, after) => {
		temporal = await startTemporal();
		const first = await startWorkers(temporal, { main: 60 }, before);
		// Calls that wait for the trial are in no queue yet.
		await servesCalls(1);
		await start(first, 'main', LEFT);
		await untilCalled('main', (seen) => expect(seen).toBeGreaterThan(1));
		await stop(first);
		const served = service.of('main').length;
		expect(served).toBeLessThan(LEFT - 10);
		const second = await startWorkers(temporal, { main: 60 }, after);
		// All tasks started before, so none of their calls waits in the queue of this mode.
		await untilCalled('main', (seen) => expect(seen).toBeGreaterThanOrEqual(served + 5));
		expect(LOG.join('')).toContain('Calls wait in a queue of the other mode');
		await stop(second);
	});
});

it('a connection that was removed before a restart has a worker, which tells its task why it waits', async () => {
	temporal = await startTemporal();
	const client = await connectClient(temporal, keyring);
	const task = await client.workflow.start('personData', {
		workflowId: 'search/removed',
		taskQueue: 'agent-knowledge',
		args: [{ mode: 'find', request: 'persons/none', connections: ['removed'] }],
		typedSearchAttributes: [{ key: searchAttributes.connection, value: 'removed' }],
	});
	const workers = await startWorkers(temporal, { other: 60 }, false);
	const failures = async () =>
		((await task.describe()).raw.pendingActivities ?? []).map(
			({ lastFailure }) => lastFailure?.applicationFailureInfo?.type,
		);
	await eventually(
		failures,
		(seen) => expect(seen).toContain('connection_removed'),
		'the configuration is read a moment later',
	);
	expect(LOG.join('')).toContain('Tasks wait for connections that the configuration does not have');
	await task.terminate();
	await client.connection.close();
	await stop(workers);
});

it('two workers that start together share a trial, and agree', async () => {
	temporal = await startTemporal();
	const server = temporal;
	const one = () => startWorkers(server, { main: 60 }, 'auto');
	const workers = await Promise.all([one(), one()]);
	const choices = () => LOG.filter((line) => /a trial has shown/.test(line));
	await eventually(
		() => choices(),
		(seen) => expect(seen).toHaveLength(2),
		'the trial of the server ends some time after the start',
	);
	const [first, second] = choices().map((line) => (JSON.parse(line) as { msg: string }).msg);
	expect(second).toBe(first);
	await untilAnswered(workers[0], 'main');
	await Promise.all(workers.map(stop));
});

it('with auto, workers start and stop while the trial runs', async () => {
	temporal = await startTemporal();
	await stop(await startWorkers(temporal, { main: 60 }, 'auto'));
	expect(LOG.join('')).not.toMatch(/could not be started|trial of the server did not end/);
});

it('with auto, each connection has a queue of its own if the server does not pace them, and the log says why', async () => {
	// Server 1.32 paces calls that it has in memory also without fairness.
	const tight = ['matching.getTasksBatchSize=10', 'matching.getTasksReloadAt=2'];
	const platform = await running({ main: 60 }, startOwnTemporal(['matching.enableFairness=false', ...tight]));
	await untilAnswered(platform, 'main');
	await eventually(
		() => LOG.join(''),
		(seen) => expect(seen).toContain('of its own, because a trial has shown'),
		'the trial of the server ends some time after the start',
	);
	await stop(platform);
});

it('with fairness off each connection has a queue of its own, and the log says why', async () => {
	temporal = await startTemporal();
	const platform = await startWorkers(temporal, { slow: SLOW, idle: 60 }, false);
	await start(platform, 'slow', WAITING);
	await untilCalled('slow', (seen) => expect(seen).toBeGreaterThan(1));
	for (const name of ['slow', 'idle']) await untilAnswered(platform, name);
	expect(service.of('slow').length).toBeLessThan(WAITING);
	expect(LOG.join('')).toContain('queue of its own, because temporal.fairness is false');
	const { connection, workers, lookUps } = platform;
	workers.useConnections({
		slow: connection('slow', SLOW),
		idle: connection('idle', 60),
		added: connection('added', 60),
	});
	await untilAnswered({ lookUps }, 'added');
	expect(service.of('added').length).toBeGreaterThanOrEqual(1);
	await stop(platform);
});
