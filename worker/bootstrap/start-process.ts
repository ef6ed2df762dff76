import type { Connection } from '@temporalio/client';
import { operationsAddress, temporalSettings, type Config } from '../config';
import { keepExpiring, openBlobs } from '../storage/blobs';
import { Buckets } from '../storage/buckets';
import { Connections, keepDeletingLookUps, TemporalLookUps } from '../connections';
import { DestinationEdits, Destinations, StoredDestinations } from '../destinations';
import { ProxySignIn, startGateway, Tokens, type RunningGateway } from '../gateway';
import type { Logger } from '../log';
import { ErasedPersons } from '../privacy';
import { connectClient, Keyring, prepareNamespace } from '../temporal';
import { runWorkers, type ServingWorkers, type WorkersSettings } from './run-workers';
import { Metrics } from '../observability/metrics';
import { type ReadinessCheck, type ServedOperations, serveOperations } from '../observability/serve-operations';
import { type Tracing } from '../observability/tracing';
import { startTracing } from '../observability/start-tracing';
import { callbackSecret } from './callback-secret';
import { gatewayServices, type Parts } from './gateway-services';
import type { LiveSettings } from './live-settings';
import { temporalAnswers, workerPolls } from './readiness';
import { reportSharedKeys } from './report-shared-keys';
import { reportMissingKeys } from './report-missing-keys';
import { reportMisconfiguredDestinations } from './misconfigured-destinations';
import { watchConfig, type WatchedConfig } from './watch-config';

/** The parts of this process. */
export interface Roles {
	worker: boolean;
	gateway: boolean;
}

export interface RunningProcess {
	/** Address of the gateway; null if this process has none. */
	gatewayUrl: string | null;
	/** Address of metrics and readiness; null if they are not served. */
	operationsUrl: string | null;
	/** Reloads the settings that need no restart. */
	take: (settings: LiveSettings) => void;
	/** Rejects as soon as a part failed for good: then stop the rest. Resolves when everything has stopped. */
	ended: Promise<void>;
	/**
	 * Accepts nothing new, lets active work end, and releases everything: the gateway within 10 s, the workers within 40
	 * s, or never while Temporal is unavailable.
	 */
	stop: () => Promise<void>;
}

/**
 * Starts the worker, the gateway, or both, and logs `ready`. The runtime must be installed. `files` are those of
 * the configuration. The process reloads their changes as far as possible (see `watchConfig`).
 * @throws Error that says what to do
 */
export async function startProcess(
	config: Config,
	roles: Roles,
	log: Logger,
	{
		files,
		...options
	}: Pick<WorkersSettings, 'workflowBundle'> & { files?: Pick<WatchedConfig, 'paths' | 'read'> } = {},
): Promise<RunningProcess> {
	const keyring = new Keyring(config.encryption);
	const tracing = await startTracing(config.telemetry.tracesEndpoint, log);
	const stored = storedDestinations(config, keyring, tracing);
	const destinations = new Destinations(config.destinations, tracing?.delivery, stored);
	const destinationEdits = new DestinationEdits(destinations, stored, keyring);
	const client = await connectFor(config, keyring, tracing);
	const metrics = new Metrics();
	const tokens = new Tokens(config.gateway.tokens);
	const { proxySignIn } = config.gateway;
	const people = proxySignIn === undefined ? null : new ProxySignIn(proxySignIn);
	let workers: ServingWorkers | null = null;
	let gateway: RunningGateway | null = null;
	let served: ServedOperations | null = null;
	try {
		const retentionHours = await prepareNamespace(client.connection, config.temporal.namespace);
		const shared = { config, log, keyring, client, retentionHours };
		const connections = new Connections(config.connections, new TemporalLookUps(client));
		const parts: Parts = { ...shared, connections, destinations, destinationEdits, metrics, tokens, people, tracing };
		workers = roles.worker ? await runWorkers({ ...workersSettings(parts), ...options }) : null;
		gateway = roles.gateway ? await startGateway(gatewayServices(parts)) : null;
		const at = operationsAddress(config, roles);
		const readiness = readinessOf(parts, workers);
		if (at !== null)
			served = await serveOperations({ ...at, hosts: config.telemetry.hosts, registry: metrics.registry, readiness });
		log.info(
			{
				gateway: gateway?.url ?? null,
				metrics: served === null ? null : `${served.url}/metrics`,
				worker: roles.worker,
				temporal: config.temporal.address,
				namespace: config.temporal.namespace,
				connections: connections.names.length,
			},
			'ready',
		);
		reportSharedKeys(config.connections, log);
		void reportMisconfiguredDestinations(destinations, log);
		void reportMissingKeys(client, keyring, new ErasedPersons(openBlobs(config.blobs, keyring).store, keyring), log);
		const stopExpiring = keepExpiring(openBlobs(config.blobs, keyring), log, metrics);
		const stopDeleting = gateway === null ? () => undefined : keepDeletingLookUps(client, log);
		const take = ({ tokens: holders, personRoles, connections: next, logLevel }: LiveSettings) => {
			tokens.replace(holders);
			if (personRoles !== null) people?.replaceRoles(personRoles);
			workers?.useConnections(next);
			connections.replace(next);
			reportSharedKeys(next, log);
			log.level = logLevel;
		};
		const temporalConnection = client.connection;
		const stopWatching = files === undefined ? () => undefined : watchConfig({ ...files, current: config, take, log });
		const stopBackground = () => {
			stopWatching();
			stopExpiring();
			stopDeleting();
		};
		return running({ temporalConnection, workers, gateway, served, destinations, tracing, stopBackground, take });
	} catch (error) {
		// The reason of the failed start matters more than a failed stop after it.
		await Promise.allSettled([gateway?.close(), workers?.stop(), served?.close(), destinations.close()]);
		await Promise.allSettled([client.connection.close(), tracing?.stop()]);
		throw error;
	}
}

/** @throws Error that says what to do; then no traces remain open */
async function connectFor(config: Config, keyring: Keyring, tracing: Tracing | null): Promise<Parts['client']> {
	try {
		return await connectClient(temporalSettings(config), keyring, tracing === null ? [] : [tracing.client]);
	} catch (error) {
		await tracing?.stop();
		throw error;
	}
}

interface Running extends Pick<RunningProcess, 'take'> {
	temporalConnection: Connection;
	workers: ServingWorkers | null;
	gateway: RunningGateway | null;
	served: ServedOperations | null;
	destinations: Destinations;
	tracing: Tracing | null;
	/** Starts the work beside the parts. */
	stopBackground: () => void;
}

function running({
	temporalConnection,
	workers,
	gateway,
	served,
	destinations,
	tracing,
	stopBackground,
	take,
}: Running): RunningProcess {
	let stopped = (): void => undefined;
	const closed = new Promise<void>((resolve) => {
		stopped = resolve;
	});
	const ended = Promise.race([closed, ...(workers === null ? [] : [workers.done.then(() => closed)])]);
	// A failure before anybody awaits it must not end the process without a log line.
	void ended.catch(() => undefined);
	return {
		gatewayUrl: gateway?.url ?? null,
		operationsUrl: served?.url ?? null,
		take,
		ended,
		async stop() {
			stopBackground();
			try {
				await gateway?.close();
				await workers?.stop();
				await served?.close();
				await destinations.close();
			} finally {
				await temporalConnection.close();
				await tracing?.stop();
				stopped();
			}
		},
	};
}

/** Those that people create at the gateway, in the store that all processes share. */
function storedDestinations(
	{ blobs, events }: Pick<Config, 'blobs' | 'events'>,
	keyring: Keyring,
	tracing: Tracing | null,
): StoredDestinations {
	const { store } = openBlobs(blobs, keyring);
	return new StoredDestinations({ store, keyring, webhookHosts: events.webhookHosts, watch: tracing?.delivery });
}

/** The gateway's public address. */
function publicUrlOf({ gateway: { publicUrl, host, port } }: Config): string {
	return publicUrl ?? `http://${host}:${port}`;
}

function workersSettings({ config, log, keyring, destinations, metrics, tracing }: Parts): WorkersSettings {
	return {
		temporal: { ...temporalSettings(config), fairness: config.temporal.fairness },
		keyring,
		connections: config.connections,
		timing: config.timing,
		blobs: openBlobs(config.blobs, keyring),
		concurrency: config.concurrency,
		buckets: new Buckets(config.buckets),
		destinations,
		deliveries: { allowedHosts: config.gateway.callbackHosts, signingSecret: callbackSecret(config, keyring) },
		events: config.events,
		reviews: { publicUrl: publicUrlOf(config), mail: config.mail },
		log,
		metrics,
		tracing,
	};
}

function readinessOf({ config, client }: Parts, workers: ServingWorkers | null): ReadinessCheck[] {
	const temporal = temporalAnswers(client.connection, config.temporal.namespace);
	return workers === null ? [temporal] : [temporal, workerPolls(workers)];
}
