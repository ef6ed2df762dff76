import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Client, Connection } from '@temporalio/client';
import pino from 'pino';
import { eventually, isThere } from '../time/eventually';
import type { Timing } from '../../../workflows/task/timing';
import type { Fault } from '../../../sandbox/faults/faults';
import type { RunningSandbox } from '../../../sandbox/bootstrap/start-sandbox';
import { destinationsSchema } from '../../../worker/destinations/kind-lookup';
import { openBlobs } from '../../../worker/storage/blobs';
import { Buckets } from '../../../worker/storage/buckets';
import { blobsSchema, type BucketConfig } from '../../../worker/storage/settings';
import { Destinations } from '../../../worker/destinations';
import {
	type StartedTask,
	type StartTask,
	type TaskView,
	TemporalTaskService,
	TemporalWaitService,
} from '../../../worker/tasks';
import { Metrics } from '../../../worker/observability/metrics';
import { Keyring } from '../../../worker/temporal';
import type { ConnectionSettings } from '../../../worker/bootstrap/connection-services';
import { runWorkers, type ServingWorkers } from '../../../worker/bootstrap/run-workers';
import { SOON, UNHURRIED } from './soon';
import type { WorkersSettings } from '../../../worker/bootstrap/workers-settings';
import { useRuntime } from './use-runtime';
import type { SandboxAdmin } from '../sandbox-admin/sandbox-admin';
import { clientOf, untilReached } from './connect-patiently';
import { startTemporal, type TemporalServer } from './start-temporal';
import { startWorld, type World } from './start-world';

export interface PlatformOptions {
	/** Default: a namespace of the server that test files share. */
	temporal?: TemporalServer | Promise<TemporalServer>;
	clockFactor?: number;
	settleMs?: number;
	/** Times of tasks and activities. Default: `SOON` */
	timing?: Partial<Timing>;
	callbackHosts?: string[];
	/** As in the configuration. */
	destinations?: Record<string, unknown>;
	buckets?: Record<string, BucketConfig>;
	webhookHosts?: string[];
	knowledgeHosts?: string[];
	/** Folders beside the worker, by their names. */
	knowledgeFolders?: Record<string, string>;
	mail?: { smtpUrl: string; from: string };
	/** Instead of the sandbox's own key. */
	apiKey?: string;
	/** As in the configuration. Default: each connection has a queue of its own, without a trial of the server. */
	fairness?: 'auto' | boolean;
}

export const SIGNING_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const LOG = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' });

useRuntime(LOG);

/** A real Temporal, the real sandbox, the real workers, and the services in front of them. */
export class Platform {
	private constructor(
		private readonly world: World<TemporalServer>,
		readonly client: Client & { connection: Connection },
		readonly secret: string,
		readonly tasks: TemporalTaskService,
		readonly waits: TemporalWaitService,
		/** What the workers count. */
		readonly metrics: Metrics,
		private workers: ServingWorkers,
		private readonly startWorkers: () => Promise<ServingWorkers>,
		private readonly connection: ConnectionSettings,
	) {}

	static async start(options: PlatformOptions = {}): Promise<Platform> {
		const world = await startWorld({
			temporal: options.temporal ?? startTemporal(),
			clockFactor: options.clockFactor ?? 60,
		});
		const { temporal, sandbox, workflowBundle } = world;
		const secret = randomBytes(32).toString('base64');
		const keyring = new Keyring({ keys: [{ id: 'k1', secret }], current: 'k1' });
		const callbackHosts = options.callbackHosts ?? [];
		const metrics = new Metrics();
		const connection: ConnectionSettings = {
			baseUrl: sandbox.apiUrl,
			apiKey: options.apiKey ?? sandbox.seedKey,
			requestsPerMinute: 6_000,
			shareOfLimit: 1,
		};
		const { timing = SOON, settleMs = 1_000 } = options;
		/** Read at each start of the workers, as a configuration is. */
		const settings = (): WorkersSettings => ({
			temporal: { ...temporal, fairness: options.fairness ?? false },
			keyring,
			connections: { sandbox: connection },
			labelled: { matching: () => [], ofService: () => [], list: () => [] },
			timing: { settleMs: 1_000, pollMinMs: 100, pollMaxMs: 1_000 },
			times: timing,
			responseLimits: UNHURRIED,
			concurrency: { calls: 200, deliveries: 50, assemblies: 4 },
			destinations: new Destinations(destinationsSchema.parse(options.destinations ?? {})),
			blobs: openBlobs(blobsSchema.parse({ directory: blobsOf(world) })),
			buckets: new Buckets(options.buckets ?? {}),
			deliveries: { allowedHosts: callbackHosts, signingSecret: SIGNING_SECRET },
			events: { webhookHosts: options.webhookHosts ?? [] },
			knowledge: { hosts: options.knowledgeHosts ?? [], folders: options.knowledgeFolders ?? {} },
			reviews: { publicUrl: 'http://gateway.example', mail: options.mail },
			log: LOG,
			workflowBundle,
			metrics,
		});
		const startWorkers = () => untilReached(() => runWorkers(settings()));
		const client = await clientOf(temporal, keyring);
		const tasks = new TemporalTaskService(client, { keyring, settleMs, timing });
		const waits = new TemporalWaitService(client, tasks, callbackHosts);
		const workers = await startWorkers();
		return new Platform(world, client, secret, tasks, waits, metrics, workers, startWorkers, connection);
	}

	get temporal(): TemporalServer {
		return this.world.temporal;
	}

	get sandbox(): RunningSandbox {
		return this.world.sandbox;
	}

	get admin(): SandboxAdmin {
		return this.world.admin;
	}

	/** The folder of the workers' blobs. */
	get blobs(): string {
		return blobsOf(this.world);
	}

	/** The sandbox's whole state, for tests that count what the API does not show. */
	get databaseFile(): string {
		return path.join(this.world.folder, 'sandbox', 'sandbox.db');
	}

	/** Starts a retrain-and-wait and gives its view. */
	async retrain(idempotencyKey: string, input: object = {}): Promise<StartedTask> {
		return this.tasks.start(retrainTask(idempotencyKey, input));
	}

	/** How often a run was asked for, by the sandbox's own log. */
	async retrainsOf(agentId: string): Promise<number> {
		return (await this.admin.requests({ method: 'POST', path: `/agents/${agentId}/retrain` })).length;
	}

	async failRetrain(times: number, fault: Fault): Promise<void> {
		await this.admin.addFault('POST', '/agents/{id}/retrain', fault, times);
	}

	async ended(id: string): Promise<TaskView> {
		return this.tasks.waitFor(id, 500_000);
	}

	/** Waits until a task is there and watches its run. */
	async untilRunning(id: string): Promise<void> {
		await this.untilStage(id, 'training');
	}

	async untilStage(id: string, stage: string): Promise<void> {
		await eventually(
			() => this.tasks.get(id).catch(() => null),
			(view) => view?.stage === stage,
			`${id} at ${stage}`,
		);
	}

	/** Waits until a task has seen its run. */
	async untilRunShown(id: string): Promise<void> {
		await eventually(
			async () => {
				const { progress } = await this.tasks.get(id);
				return progress?.runId === undefined ? null : progress;
			},
			isThere,
			`${id} with its run`,
		);
	}

	/** As a worker does that reads its configuration again. Until the workers are started again. */
	reloadConnection(changed: Partial<ConnectionSettings>): void {
		this.workers.useConnections({ sandbox: { ...this.connection, ...changed } });
	}

	async stopWorkers(): Promise<void> {
		await this.workers.stop();
	}

	async restartWorkers(): Promise<void> {
		this.workers = await this.startWorkers();
	}

	async stop(): Promise<void> {
		await this.workers.stop();
		await this.client.connection.close();
		await this.world.stop();
	}
}

function blobsOf({ folder }: World<TemporalServer>): string {
	return path.join(folder, 'blobs');
}

export function retrainTask(idempotencyKey: string, input: object = {}): StartTask {
	const whole = {
		version: 1,
		connection: 'sandbox',
		agentId: 'agent_support',
		waitUntil: 'finished',
		ifActive: 'adopt',
		ifUncertain: 'repeat',
		...input,
	};
	return { type: 'retrain-and-wait', idempotencyKey, input: whole };
}
