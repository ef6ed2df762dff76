import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client, Connection } from '@temporalio/client';
import pino from 'pino';
import { runWorkers, type ServingWorkers } from '../../../worker/bootstrap/run-workers';
import { TemporalLookUps } from '../../../worker/connections';
import { Destinations } from '../../../worker/destinations';
import { openBlobs } from '../../../worker/storage/blobs';
import { Buckets } from '../../../worker/storage/buckets';
import { blobsSchema } from '../../../worker/storage/settings';
import { connectClient, Keyring } from '../../../worker/temporal';
import { sourceBundle } from '../../support/source-bundle';
import { startTemporal, type TemporalServer } from '../../support/temporal/start-temporal';
import { useRuntime } from '../../support/temporal/use-runtime';
import { eventually } from '../../support/time/eventually';
import { now } from '../../support/time/moments';
import { LimitedService, mostInAMinute } from './limited-service';

// How fast calls of a key arrive at a service that counts any 60 s, with two workers that know nothing of each other.

const LIMIT = 60;
const TEN_MINUTES = 600_000;
/** Twice that, with the start and the end. */
const TEST_LIMIT = 2 * TEN_MINUTES;
const SERVED: string[] = [];
const log = pino(
	{ level: 'info' },
	{ write: (line: string) => void (/in one queue|queue of its own/.test(line) && SERVED.push(line)) },
);
useRuntime(log);

const keyring = new Keyring({ keys: [{ id: 'k1', secret: randomBytes(32).toString('base64') }], current: 'k1' });
let folder: string;
let temporal: TemporalServer;
let client: Client & { connection: Connection };
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-any-minute-'));
	temporal = await startTemporal();
	client = await connectClient(temporal, keyring);
});
afterAll(async () => {
	await client.connection.close();
	await temporal.stop();
	await rm(folder, { recursive: true, force: true });
});

/** Workers that share Temporal alone, each with these keys, at 60 calls a minute. */
async function start(service: LimitedService, keys: readonly string[]): Promise<ServingWorkers[]> {
	SERVED.length = 0;
	const connections = Object.fromEntries(
		keys.map((apiKey) => [apiKey, { baseUrl: service.url, apiKey, requestsPerMinute: LIMIT, shareOfLimit: 0.97 }]),
	);
	const workflowBundle = await sourceBundle();
	const startOne = () =>
		runWorkers({
			temporal: { ...temporal, fairness: 'auto' },
			keyring,
			connections,
			log,
			labelled: { matching: () => [], ofService: (name) => [name], list: () => [] },
			timing: { settleMs: 1_000, pollMinMs: 5_000, pollMaxMs: 60_000 },
			concurrency: { calls: 200, deliveries: 5, assemblies: 1 },
			destinations: new Destinations({}),
			blobs: openBlobs(blobsSchema.parse({ directory: folder })),
			buckets: new Buckets({}),
			deliveries: { allowedHosts: [], signingSecret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` },
			events: { webhookHosts: [] },
			knowledge: { hosts: [], folders: {} },
			reviews: { publicUrl: 'http://gateway.example' },
			workflowBundle,
		});
	const workers = [await startOne(), await startOne()];
	await eventually(
		() => [...SERVED],
		(seen) => expect(seen).toHaveLength(2),
		'the trial of the server ends some time after the start',
		{ looks: 2_400 },
	);
	return workers;
}

/** Reads of two pages that wait together, as those of many tasks do. */
async function startReads(connection: string, count: number): Promise<void> {
	for (let index = 0; index < count; index += 1)
		await client.workflow.start('personData', {
			workflowId: `search/${connection}/${index}`,
			taskQueue: 'agent-knowledge',
			args: [{ mode: 'find', request: 'persons/none', connections: [connection] }],
		});
}

/** Whose agents each have two pages of leads. */
async function startExport(connection: string): Promise<void> {
	const input = { version: 1, connection, format: 'csv', spreadsheet: 'comma' };
	await client.workflow.start('leadExport', {
		workflowId: `lead-export/${connection}`,
		taskQueue: 'agent-knowledge',
		args: [{ input, frozen: { keyVersion: 'k1', settleMs: 1_000 } }],
	});
}

/** What a person asks for at once, each time the console is opened. */
async function ask(connection: string): Promise<void> {
	const lookUps = new TemporalLookUps(client);
	const questions = [{ read: 'account' }, { read: 'agents', offset: 0 }] as const;
	await Promise.allSettled(questions.map((question) => lookUps.ask(connection, question)));
}

const served = async (service: LimitedService, key: string, calls: number) =>
	eventually(
		() => service.of(key).calls.length,
		(seen) => expect(seen).toBeGreaterThanOrEqual(calls),
		'calls reach the service at the pace of their connection',
		{ looks: 12_000 },
	);

it(
	'four keys make 58 to 60 calls in any 60 s for ten minutes, from idle and from a backlog, and none is refused',
	async () => {
		const service = await LimitedService.start(LIMIT);
		const [idle, waiting] = [
			['idle-1', 'idle-2'],
			['waiting-1', 'waiting-2'],
		] as const;
		const keys = [...idle, ...waiting];
		const before = await start(service, keys);
		await Promise.all(waiting.map((key) => startReads(key, 250)));
		await Promise.all(waiting.map((key) => served(service, key, 2)));
		// Nothing is dispatched while no worker polls, so that the server may make up for it.
		for (const worker of before) await worker.stop();
		const workers = await start(service, keys);
		const begun = now().getTime();
		await Promise.all([
			...idle.map(async (key) => {
				await startExport(key);
				await ask(key);
				await startReads(key, 250);
			}),
		]);
		await Promise.all(keys.map((key) => served(service, key, 30)));
		for (const key of keys) void ask(key);
		// oxlint-disable-next-line test-time/no-timer -- Ten minutes are what is measured.
		await pause(Math.max(0, begun + TEN_MINUTES - now().getTime()));
		const figures = keys.map((key) => {
			const { calls, refused, early } = service.of(key);
			return { key, calls: calls.length, most: mostInAMinute(calls), refused, early: early.map(Math.round) };
		});
		for (const worker of workers) await worker.stop();
		await service.stop();
		const others = figures.filter(
			({ most, refused, early }) => most < 58 || most > LIMIT || refused > 0 || early.length > 0,
		);
		expect(others).toEqual([]);
	},
	TEST_LIMIT,
);

it('no call arrives before a Retry-After is over, whichever worker got it, where the key has half of the limit', async () => {
	const service = await LimitedService.start(LIMIT / 2);
	const keys = ['half-1', 'half-2'];
	const workers = await start(service, keys);
	await Promise.all(keys.map((key) => startReads(key, 100)));
	await Promise.all(
		keys.map((key) =>
			eventually(
				() => service.of(key).refused,
				(seen) => expect(seen).toBeGreaterThanOrEqual(3),
				'the key reaches its limit once a minute',
				{ looks: 12_000 },
			),
		),
	);
	for (const worker of workers) await worker.stop();
	await service.stop();
	expect(keys.map((key) => service.of(key).early)).toEqual([[], []]);
});
