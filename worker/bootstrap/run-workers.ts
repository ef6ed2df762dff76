import type { Client } from '@temporalio/client';
import { Worker, type WorkerOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import { type ApiClient, createClient, type ResponseInfo } from '../../api';
import { connectionActivities } from '../activities/connection-activities';
import type { DeliverySettings } from '../activities/events/deliver';
import { reviewActivities, type ReviewSettings } from '../activities/email/activities';
import type { EventSettings } from '../activities/events/post-event';
import { Receivers } from '../activities/events/receivers';
import { WebhookPace } from '../activities/events/webhook-pace';
import { exportFileActivities, exportReadActivities } from '../activities/export/activities';
import { storedLeadActivities } from '../activities/lead-sync/activities';
import { personActivities, personReadActivities } from '../activities/persons/activities';
import { internalActivities } from '../activities/internal-activities';
import { ASSEMBLIES_QUEUE, DELIVERIES_QUEUE } from '../../workflows/task-queues';
import type { ConcurrencyConfig } from '../config/schema';
import { sourceActivities } from '../activities/add-sources/activities';
import { rateLimitCheck, serviceClient, type ServiceClient } from '../accounts/service-client';
import type { PollTiming } from '../activities/retrain/follow-run';
import type { Destinations } from '../destinations';
import type { Blobs } from '../storage/blobs';
import type { Buckets } from '../storage/buckets';
import { ErasedPersons, SealedRequests } from '../privacy';
import { ReviewLinks } from '../tasks/reviews/review-links';
import { pageLinks } from '../webhooks/page-links';
import { unwatched } from '../net/watch-delivery';
import { countActivities } from '../observability/count-activities';
import { Metrics, taskSinks } from '../observability/metrics';
import { CallCounts } from '../observability/usage/call-counts';
import { keepUsage } from '../observability/usage/keep-usage';
import { NO_TRACE_SINKS, type Tracing } from '../observability/tracing';
import {
	boundedWorker,
	callsPerDispatch,
	connectionWorker,
	internalWorker,
	type Pace,
	type Shared,
} from './worker-options';
import { connectClient, connectWorkers, type TemporalSettings } from '../temporal/connect';
import { encryptedConverter } from '../temporal/payload-codec';
import type { Keyring } from '../temporal/keyring';
import { keepRunning, release, type RunningWorkers } from './running-workers';
import { workflowBundle } from './workflow-bundle';

/** Time limit of a call, below the activities' start-to-close timeout of 45 s. */
const CALL_TIMEOUT_MS = 30_000;

/** Between two messages to one webhook of a chat. Slack takes one a second. */
const CHAT_INTERVAL_MS = 1_000;

export interface ConnectionSettings extends Pace {
	/** Address without /api/v1. */
	baseUrl: string;
	apiKey: string;
}

export interface WorkersSettings {
	temporal: TemporalSettings;
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
	/** Uses these API keys for new calls, by the connection's name. Other connections keep their key. */
	useKeys(apiKeys: Readonly<Record<string, string>>): void;
}

/**
 * One worker for the workflows, one each for deliveries and for files, and one for each connection's calls. The
 * namespace must be prepared.
 * @throws the reason if one of them could not be created; then none remains
 */
export async function runWorkers(settings: WorkersSettings): Promise<ServingWorkers> {
	const { tracing = null } = settings;
	const client = await connectClient(settings.temporal, settings.keyring, tracing === null ? [] : [tracing.client]);
	const connection = await connectWorkers(settings.temporal);
	const close = async () => {
		try {
			await connection.close();
		} finally {
			await client.connection.close();
		}
	};
	try {
		const { namespace } = settings.temporal;
		const metrics = settings.metrics ?? new Metrics();
		const calls = new CallCounts();
		const shared: Shared = {
			connection,
			namespace,
			dataConverter: encryptedConverter(settings.keyring),
			interceptors: { activity: [countActivities(metrics), ...(tracing === null ? [] : [tracing.activities])] },
		};
		const bundle = settings.workflowBundle ?? (await workflowBundle());
		const served = Object.entries(settings.connections).map(([name, each]) => ({
			name,
			each,
			service: clientOf(name, each, settings, metrics, calls),
		}));
		const receivers = receiversOf(settings);
		const internal = internalActivities(
			client,
			{ ...settings.deliveries, receivers, watch: tracing?.delivery },
			eventSettings(client, settings, receivers),
			{ ...exportFileActivities(settings.blobs, settings.buckets), ...storedLeadActivities(settings.blobs) },
			reviewActivities(settings.keyring, settings.reviews, receivers),
			personActivities({ ...personStores(settings), searched: { ...settings, client } }),
		);
		const { deliveries, assemblies } = settings.concurrency;
		const options = [
			internalWorker(
				{ ...shared, sinks: { ...taskSinks(metrics), ...(tracing?.sinks ?? NO_TRACE_SINKS) } },
				bundle,
				internal,
			),
			boundedWorker(shared, DELIVERIES_QUEUE, internal, ['deliver', 'postEvent', 'mailReviewer'], deliveries),
			boundedWorker(shared, ASSEMBLIES_QUEUE, internal, ['assembleExport', 'searchKept'], assemblies),
			...served.map(({ name, each, service }) => workerOf(shared, name, each, service.api, settings)),
		];
		const running = keepRunning(await createAll(options), close);
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
			useKeys(apiKeys) {
				for (const { name, service } of served) if (apiKeys[name] !== undefined) service.useKey(apiKeys[name]);
			},
		};
	} catch (error) {
		// The reason of the failed start matters more than a failed close after it.
		await Promise.allSettled([close()]);
		throw error;
	}
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

/** Creates all or none. @throws the first failure, after the others were released */
async function createAll(options: readonly WorkerOptions[]): Promise<Worker[]> {
	const made = await Promise.allSettled(options.map((each) => Worker.create(each)));
	const workers = made.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
	const failure = made.find((each) => each.status === 'rejected');
	if (failure === undefined) return workers;
	await release(workers);
	throw failure.reason;
}

function workerOf(
	shared: Shared,
	name: string,
	each: ConnectionSettings,
	api: ApiClient,
	settings: WorkersSettings,
): WorkerOptions {
	const { erased: everyErased, requests } = personStores(settings);
	const erased = everyErased.of(name);
	const exports = exportReadActivities(api, settings.blobs, callsPerDispatch(each.requestsPerMinute), erased);
	const sources = sourceActivities(api, settings.blobs, settings.timing);
	return connectionWorker(
		shared,
		name,
		each,
		connectionActivities(
			api,
			settings.timing,
			settings.destinations,
			settings.blobs,
			exports,
			settings.keyring,
			sources,
			{
				erased,
				reads: personReadActivities(api, requests),
			},
		),
	);
}

function personStores({ blobs: { store }, keyring }: Pick<WorkersSettings, 'blobs' | 'keyring'>) {
	return { erased: new ErasedPersons(store, keyring), requests: new SealedRequests(store, keyring) };
}

function clientOf(
	name: string,
	each: ConnectionSettings,
	{ log, tracing }: WorkersSettings,
	metrics: Metrics,
	calls: CallCounts,
): ServiceClient {
	const checkLimit = rateLimitCheck(name, each.requestsPerMinute, log);
	const onResponse = (info: ResponseInfo) => {
		checkLimit(info);
		metrics.apiAnswered(name, info);
		calls.count(name, info.status, Date.now() - info.durationMs);
	};
	const watch = tracing?.callsOf(name);
	const options = { baseUrl: each.baseUrl, timeoutMs: CALL_TIMEOUT_MS, watch, onResponse };
	return serviceClient((apiKey) => createClient({ ...options, apiKey }), each.apiKey);
}
