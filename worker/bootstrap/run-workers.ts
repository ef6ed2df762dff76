import type { Client } from '@temporalio/client';
import { Worker, type WorkerOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { DeliverySettings } from '../activities/events/deliver';
import { reviewActivities, type ReviewSettings } from '../activities/email/activities';
import type { EventSettings } from '../activities/events/post-event';
import { Receivers } from '../activities/events/receivers';
import { WebhookPace } from '../activities/events/webhook-pace';
import { exportFileActivities } from '../activities/export/activities';
import { storedLeadActivities } from '../activities/lead-sync/activities';
import { personActivities } from '../activities/persons/activities';
import { internalActivities } from '../activities/internal-activities';
import { API_QUEUE, apiQueue, ASSEMBLIES_QUEUE } from '../../workflows/task-queues';
import type { Fairness } from '../../workflows/fairness/activities';
import type { ConcurrencyConfig } from '../config/schema';
import type { PollTiming } from '../activities/task/look';
import type { Destinations } from '../destinations';
import type { Blobs } from '../storage/blobs';
import type { Buckets } from '../storage/buckets';
import { ReviewLinks } from '../tasks/reviews/review-links';
import { pageLinks } from '../webhooks/page-links';
import { unwatched } from '../net/watch-delivery';
import { countActivities, type HandedOut } from '../observability/count-activities';
import { Metrics, taskSinks } from '../observability/metrics';
import { CallCounts } from '../observability/usage/call-counts';
import { keepUsage } from '../observability/usage/keep-usage';
import { WaitingCalls } from '../observability/usage/waiting-calls';
import { NO_TRACE_SINKS, type Tracing } from '../observability/tracing';
import { ConnectionServices, type ConnectionSettings, personStores } from './connection-services';
import { CallDispatcher, REMOVED } from './call-dispatch';
import { DEFAULT_PACE } from './dispatched-pace';
import { ConnectionWorkers } from './connection-workers';
import { removedConnections, serveLeftCalls } from './left-calls';
import { MANY_CONNECTIONS, OWN_QUEUES, reportPartitions, setKeyPace, SWITCH_ON, tryFairness } from './fairness-trial';
import {
	boundedWorker,
	type CallQueue,
	callsWorker,
	connectionWorker,
	deliveriesWorker,
	dispatchesPerSecond,
	internalWorker,
	leftCallsWorker,
	type Pace,
	type Shared,
	trialWorker,
} from './worker-options';
import { connectClient, connectWorkers, type TemporalSettings } from '../temporal/connect';
import { encryptedConverter } from '../temporal/payload-codec';
import type { Keyring } from '../temporal/keyring';
import { release, type RunningWorkers, workerGroup } from './running-workers';
import { workflowBundle } from './workflow-bundle';

/** Between two messages to one webhook of a chat. Slack takes one a second. */
const CHAT_INTERVAL_MS = 1_000;

export interface WorkersSettings {
	/** `fairness`: one queue holds the calls of all connections, if the server can pace them. */
	temporal: TemporalSettings & { fairness: boolean };
	keyring: Keyring;
	connections: Readonly<Record<string, ConnectionSettings>>;
	timing: PollTiming;
	concurrency: ConcurrencyConfig;
	deliveries: Omit<DeliverySettings, 'receivers'>;
	destinations: Destinations;
	blobs: Blobs;
	buckets: Buckets;
	events: { webhookHosts: readonly string[] };
	reviews: ReviewSettings;
	log: Logger;
	/** Metrics of the workers. Default: none. */
	metrics?: Metrics;
	/** Sender of traces. Default: none. */
	tracing?: Tracing | null;
	/** Replaces the built bundle. */
	workflowBundle?: WorkerOptions['workflowBundle'];
}

export interface ServingWorkers extends RunningWorkers {
	/** Serves these connections from now on. Open tasks of a removed one wait, and say why. */
	useConnections(connections: Readonly<Record<string, ConnectionSettings>>): void;
}

/**
 * One worker for the workflows, one each for deliveries and for files, and one for the calls of all connections. If the
 * server cannot pace them in one queue: one for each connection. The namespace must be prepared.
 * @throws the reason if one of them could not be created; then none remains
 */
export async function runWorkers(settings: WorkersSettings): Promise<ServingWorkers> {
	const { tracing = null } = settings;
	const client = await connectClient(settings.temporal, settings.keyring, tracing === null ? [] : [tracing.client]);
	const temporalConnection = await connectWorkers(settings.temporal);
	const close = async () => {
		try {
			await temporalConnection.close();
		} finally {
			await client.connection.close();
		}
	};
	try {
		const { namespace } = settings.temporal;
		const metrics = settings.metrics ?? new Metrics();
		const calls = new CallCounts();
		const services = new ConnectionServices(settings, metrics, calls);
		let isShared = false;
		const queue = () => (isShared ? 'shared' : 'own');
		const watched = countActivities(metrics, watchHandedOut(metrics, calls, services, queue));
		const shared: Shared = {
			connection: temporalConnection,
			namespace,
			dataConverter: encryptedConverter(settings.keyring),
			interceptors: { activity: [watched, ...(tracing === null ? [] : [tracing.activities])] },
		};
		const bundle = settings.workflowBundle ?? (await workflowBundle());
		const receivers = receiversOf(settings);
		const internal = internalActivities(
			client,
			{ ...settings.deliveries, receivers, watch: tracing?.delivery },
			eventSettings(client, settings, receivers),
			{ ...exportFileActivities(settings.blobs, settings.buckets), ...storedLeadActivities(settings.blobs) },
			reviewActivities(settings.keyring, settings.reviews, receivers),
			personActivities({ ...personStores(settings), searched: { ...settings, client } }),
		);
		const dispatcher = new CallDispatcher((name) => services.settingsOf(name));
		const { calls: callsAtOnce, deliveries, assemblies } = settings.concurrency;
		const sinks = { ...taskSinks(metrics), ...(tracing?.sinks ?? NO_TRACE_SINKS) };
		const options = [
			internalWorker({ ...shared, sinks }, bundle, {
				...internal,
				dispatchOf: (name, isUrgent) => dispatcher.dispatchOf(name, isUrgent),
			}),
			deliveriesWorker(shared, internal, deliveries),
			boundedWorker(shared, ASSEMBLIES_QUEUE, internal, ['assembleExport', 'searchKept'], assemblies),
		];
		const running = workerGroup(close);
		for (const worker of await createAll(options)) running.add(worker);
		const connectionWorkers = new ConnectionWorkers({
			create: (name, pace) => Worker.create(connectionWorker(shared, name, pace, services.activitiesOf(name, 'own'))),
			group: running,
			log: settings.log,
		});
		let names = Object.keys(settings.connections);
		const leftWorker = (queue: string) => {
			if (queue === API_QUEUE)
				return leftCallsWorker(shared, services.sharedActivities({ isPaced: false }), callsAtOnce, DEFAULT_PACE);
			const name = queue.slice(apiQueue('').length);
			return connectionWorker(shared, name, services.settingsOf(name) ?? REMOVED, services.activitiesOf(name, 'own'));
		};
		try {
			const create = () => Worker.create(trialWorker({ ...shared, sinks }, bundle));
			const fairness = settings.temporal.fairness
				? await tryFairness({ client, create, group: running, log: settings.log })
				: OWN_QUEUES;
			reportFairness(fairness, settings.temporal.fairness, Object.keys(settings.connections).length, settings.log);
			if (fairness.paced) {
				await setKeyPace(client, API_QUEUE, DEFAULT_PACE);
				await reportPartitions(client, API_QUEUE, settings.log);
				running.add(
					await Worker.create(callsWorker(shared, services.sharedActivities({ isPaced: true }), callsAtOnce)),
				);
			} else await connectionWorkers.start(settings.connections, await removedOf(client, settings));
			isShared = fairness.paced;
			void serveLeftCalls({
				...{ client, group: running, log: settings.log },
				queues: async (pause) =>
					isShared ? [...names, ...(await removedConnections(client, names, pause))].map(apiQueue) : [API_QUEUE],
				create: (queue) => Worker.create(leftWorker(queue)),
			});
			dispatcher.decide(fairness);
		} catch (error) {
			await Promise.allSettled([running.stop()]);
			throw error;
		}
		const usage = keepUsage(calls, settings.blobs.store, settings.log);
		return {
			...running,
			async stop() {
				try {
					await running.stop();
				} finally {
					await usage.stop();
				}
			},
			useConnections(connections) {
				services.replace(connections);
				names = Object.keys(connections);
				if (!isShared) connectionWorkers.follow(connections);
			},
		};
	} catch (error) {
		// The reason of the failed start matters more than a failed close after it.
		await Promise.allSettled([close()]);
		throw error;
	}
}

/** Counts how long calls wait for their dispatch, which shows whether Temporal hands them out as fast as it may. */
function watchHandedOut(
	metrics: Metrics,
	calls: CallCounts,
	services: ConnectionServices,
	queue: () => CallQueue,
): HandedOut {
	const waiting = new WaitingCalls();
	return (connection, waitedMs) => {
		const now = Date.now();
		const from = waiting.handedOut(connection, waitedMs, now);
		const settings = services.settingsOf(connection);
		const pace = settings === undefined ? null : dispatchesPerSecond(settings, queue());
		calls.dispatched(connection, from, now);
		metrics.callHandedOut(apiQueue(connection), now - from, pace);
	};
}

function receiversOf({ concurrency, log }: WorkersSettings): Receivers {
	return new Receivers(concurrency.deliveries, (host, rests) => {
		if (rests) log.warn({ host }, 'A receiver does not respond; deliveries to it wait');
		else log.info({ host }, 'A receiver responds again');
	});
}

function eventSettings(
	client: Client,
	{ keyring, events, reviews, tracing }: WorkersSettings,
	receivers: Receivers,
): EventSettings {
	return {
		...{ client, keyring, receivers, webhookHosts: events.webhookHosts, mail: reviews.mail },
		links: pageLinks(reviews.publicUrl, new ReviewLinks(keyring, reviews.publicUrl)),
		pace: new WebhookPace(CHAT_INTERVAL_MS),
		watch: tracing?.delivery ?? unwatched,
	};
}

/** Their workers tell the open tasks why they wait. */
async function removedOf(client: Client, { connections, log }: WorkersSettings): Promise<Record<string, Pace>> {
	try {
		const removed = await removedConnections(client, Object.keys(connections));
		if (removed.length > 0)
			log.warn({ connections: removed }, 'Tasks wait for connections that the configuration does not have');
		return Object.fromEntries(removed.map((name) => [name, REMOVED]));
	} catch (error) {
		log.warn({ err: error }, 'the worker could not look for tasks of removed connections');
		return {};
	}
}

/** @param isWanted `temporal.fairness` */
export function reportFairness(
	{ paced, ordered }: Fairness,
	isWanted: boolean,
	connections: number,
	log: Pick<Logger, 'info' | 'warn'>,
): void {
	if (!paced && isWanted)
		log.warn(
			{ connections },
			`temporal.fairness is true, but this server does not pace connections in one queue. So each connection has a queue of its own. ${SWITCH_ON}`,
		);
	else if (!paced)
		log[connections > MANY_CONNECTIONS ? 'warn' : 'info'](
			{ connections },
			"Each connection has a queue of its own. For many connections, set matching.enableFairness in Temporal's dynamic configuration (server 1.29 or newer) and temporal.fairness here to true, and restart the workers.",
		);
	else if (!ordered)
		log.warn(
			"This version of Temporal lets a waiting call of a higher priority block all connections, so writes have the priority of reads, and a connection's urgent calls go first at most ten times a minute. Server 1.32 does not have this limit.",
		);
	else log.info('Temporal paces all connections in one queue');
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
