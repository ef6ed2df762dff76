import { Worker, type WorkerOptions } from '@temporalio/worker';
import { ASSEMBLIES_QUEUE, DELIVERIES_QUEUE } from '../../workflows/task-queues';
import { boundResults } from '../activities/task/bounded-results';
import { noteEarlierStatuses } from '../activities/task/earlier-statuses';
import { countActivities } from '../observability/count-activities';
import { Metrics, taskSinks } from '../observability/metrics';
import { NO_TRACE_SINKS } from '../observability/tracing';
import { CallFaults, noteInTemporal } from '../connections';
import { CallCounts } from '../observability/usage/call-counts';
import { keepUsage } from '../observability/usage/keep-usage';
import { CallDispatcher, pausesInTemporal, serveCalls } from '../pacing';
import { connectClient, connectWorkers, encryptedConverter } from '../temporal';
import { release, type RunningWorkers, workerGroup } from '../temporal/running-workers';
import type { WorkerBase } from '../temporal/worker-base';
import { ConnectionServices, type ConnectionSettings } from './connection-services';
import { taskActivities } from './task-activities';
import { watchHandedOut } from './watch-calls';
import { boundedWorker, internalWorker } from './worker-options';
import type { WorkersSettings } from './workers-settings';
import { workflowBundle } from './workflow-bundle';

export interface ServingWorkers extends RunningWorkers {
	/** Serves these connections from now on. Open tasks of a removed one wait, and say why. */
	useConnections(connections: Readonly<Record<string, ConnectionSettings>>): void;
	/** False while the workers of API calls cannot be started. Calls wait, and the process repeats the start. */
	servesCalls(): boolean;
}

const DELIVERIES = ['deliver', 'postEvent', 'mailReviewer', 'mailReport'] as const;

/** What lasts minutes. */
const ON_ASSEMBLIES = [
	'assembleExport',
	'planConversations',
	'assembleConversations',
	'searchKept',
	'readSet',
	'findTexts',
	'rowsOfAgent',
	'planSet',
	'reportSet',
	'freezeRows',
	'reportRows',
] as const;

/**
 * One worker for the workflows, one each for deliveries and for files, and those of the calls (`serveCalls`). The
 * namespace must be prepared.
 * @throws the reason if one of them could not be created; then none remains
 */
export async function runWorkers(settings: WorkersSettings): Promise<ServingWorkers> {
	const { tracing = null, metrics = new Metrics(), keyring, log } = settings;
	const client = await connectClient(settings.temporal, keyring, tracing === null ? [] : [tracing.client]);
	const connection = await connectWorkers(settings.temporal);
	const close = async () => {
		try {
			await connection.close();
		} finally {
			await client.connection.close();
		}
	};
	try {
		const counts = new CallCounts();
		const faults = new CallFaults(noteInTemporal(client, settings.times), (connection, err) => {
			log.warn({ connection, err }, 'Failing calls could not be noted; the next response repeats it');
		});
		const calls = new ConnectionServices(settings, metrics, counts, faults, pausesInTemporal(client));
		const dispatcher = new CallDispatcher((name) => calls.settingsOf(name));
		const watched = countActivities(
			metrics,
			watchHandedOut(metrics, counts, calls, () => dispatcher.queue),
		);
		const base: WorkerBase = {
			connection,
			namespace: settings.temporal.namespace,
			dataConverter: encryptedConverter(keyring),
			interceptors: {
				activity: [watched, boundResults, noteEarlierStatuses(), ...(tracing === null ? [] : [tracing.activities])],
			},
		};
		const workflows = {
			workflowBundle: settings.workflowBundle ?? (await workflowBundle()),
			sinks: { ...taskSinks(metrics), ...(tracing?.sinks ?? NO_TRACE_SINKS) },
		};
		const activities = taskActivities(client, settings, (name) => calls.settingsOf(name) ?? {});
		const { calls: callsAtOnce, deliveries, assemblies } = settings.concurrency;
		const group = workerGroup(close);
		const own = [
			internalWorker(base, workflows, {
				...activities,
				dispatchOf: (name, isUrgent) => dispatcher.dispatchOf(name, isUrgent),
			}),
			boundedWorker(base, DELIVERIES_QUEUE, activities, DELIVERIES, deliveries),
			boundedWorker(base, ASSEMBLIES_QUEUE, activities, ON_ASSEMBLIES, assemblies),
		];
		for (const worker of await createAll(own)) group.add(worker);
		try {
			const served = await serveCalls({
				fairness: settings.temporal.fairness,
				connections: settings.connections,
				callsAtOnce,
				calls,
				dispatcher,
				client,
				group,
				base,
				workflows,
				log,
				create: (options) => Worker.create(options),
			});
			const usage = keepUsage(counts, settings.blobs.store, log);
			return {
				...group,
				async stop() {
					try {
						await group.stop();
					} finally {
						await usage.stop();
					}
				},
				useConnections(connections) {
					calls.replace(connections);
					served.follow(connections);
				},
				servesCalls: () => !served.isFailing(),
			};
		} catch (error) {
			await Promise.allSettled([group.stop()]);
			throw error;
		}
	} catch (error) {
		// The reason of the failed start matters more than a failed close after it.
		await Promise.allSettled([close()]);
		throw error;
	}
}

/** Creates all or none. @throws the first failure, after the others were released */
async function createAll(options: readonly WorkerOptions[]): Promise<Worker[]> {
	const made = await Promise.allSettled(options.map((each) => Worker.create(each)));
	const workers = made.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
	const failure = made.find((each) => each.status === 'rejected');
	if (failure === undefined) return workers;
	await release(workers);
	throw failure.reason;
}
