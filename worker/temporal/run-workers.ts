import { Worker, type WorkerOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import { createClient } from '../../api';
import { connectionActivities } from '../activities/connection-activities';
import type { DeliverySettings } from '../activities/delivery/deliver';
import { internalActivities } from '../activities/internal-activities';
import { rateLimitCheck } from '../activities/rate-limit-check';
import type { PollTiming } from '../activities/training/poll-delay';
import { connectClient, connectWorkers, type TemporalSettings } from './connect';
import { encryptedConverter } from './data-converter';
import type { Keyring } from './keyring';
import { workflowBundle } from './workflow-bundle';
import { connectionWorker, internalWorker, type Pace, type Shared } from './worker-options';

/** Below the activities' start-to-close timeout of 45 s. */
const CALL_TIMEOUT_MS = 30_000;

export interface ConnectionSettings extends Pace {
	/** Without /api/v1. */
	baseUrl: string;
	apiKey: string;
}

export interface WorkersSettings {
	temporal: TemporalSettings;
	keyring: Keyring;
	connections: Readonly<Record<string, ConnectionSettings>>;
	timing: PollTiming;
	deliveries: DeliverySettings;
	log: Logger;
	/** Instead of the one that was built. */
	workflowBundle?: WorkerOptions['workflowBundle'];
}

export interface RunningWorkers {
	/** Resolves when all have stopped; rejects when one failed, after the others have stopped. */
	done: Promise<void>;
	/** Takes no new work, lets calls under way end, and lets go of the connections. */
	stop(): Promise<void>;
	isPolling(): boolean;
}

/** One worker for the workflows, and one for each connection's calls. The namespace must have been prepared. */
export async function runWorkers(settings: WorkersSettings): Promise<RunningWorkers> {
	const client = await connectClient(settings.temporal, settings.keyring);
	const connection = await connectWorkers(settings.temporal);
	const close = async () => {
		await connection.close();
		await client.connection.close();
	};
	try {
		const { namespace } = settings.temporal;
		const shared: Shared = { connection, namespace, dataConverter: encryptedConverter(settings.keyring) };
		const bundle = settings.workflowBundle ?? (await workflowBundle());
		const options = [
			internalWorker(shared, bundle, internalActivities(client, settings.deliveries)),
			...Object.entries(settings.connections).map(([name, each]) => workerOf(shared, name, each, settings)),
		];
		const workers = await Promise.all(options.map((each) => Worker.create(each)));
		return run(workers, close);
	} catch (error) {
		await close();
		throw error;
	}
}

function workerOf(shared: Shared, name: string, each: ConnectionSettings, settings: WorkersSettings): WorkerOptions {
	const api = createClient({
		baseUrl: each.baseUrl,
		apiKey: each.apiKey,
		retry: 'never',
		timeoutMs: CALL_TIMEOUT_MS,
		onResponse: rateLimitCheck(name, each.requestsPerMinute, settings.log),
	});
	return connectionWorker(shared, name, each, connectionActivities(api, settings.timing));
}

function run(workers: Worker[], close: () => Promise<void>): RunningWorkers {
	const stopAll = () => {
		for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
	};
	const running = workers.map(async (worker) => {
		try {
			await worker.run();
		} finally {
			// One that fails takes the others along: half a worker would only look alive.
			stopAll();
		}
	});
	const done = Promise.allSettled(running).then(async (ends) => {
		await close();
		for (const end of ends) if (end.status === 'rejected') throw end.reason;
	});
	return {
		done,
		stop: async () => {
			stopAll();
			await done;
		},
		isPolling: () => workers.every((worker) => worker.getState() === 'RUNNING'),
	};
}
