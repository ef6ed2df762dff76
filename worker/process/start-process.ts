import type { Client, Connection } from '@temporalio/client';
import { temporalSettings, type Config } from '../config';
import { keepExpiring, openBlobs } from '../blobs';
import { Buckets } from '../buckets';
import { Connections, TemporalLookUps } from '../connections';
import { Destinations } from '../destinations';
import { startGateway, Tokens, type ReadinessCheck, type RunningGateway } from '../gateway';
import type { Logger } from '../log';
import { SealedRequests, TemporalPersonService } from '../persons';
import { TemporalReviewService } from '../reviews';
import { TemporalScheduleService } from '../schedules';
import { TemporalSubscriptionService } from '../subscriptions';
import { TemporalTaskActions, TemporalTaskRetries, TemporalTaskService, TemporalWaitService } from '../tasks';
import {
	connectClient,
	Keyring,
	prepareNamespace,
	runWorkers,
	type RunningWorkers,
	type WorkersSettings,
} from '../temporal';
import { callbackSecret } from './callback-secret';
import { temporalAnswers, workerPolls } from './readiness';
import { tellUnfitDestinations } from './unfit-destinations';
import {
	actionsWithDeadline,
	personsWithDeadline,
	retriesWithDeadline,
	reviewsWithDeadline,
	schedulesWithDeadline,
	tasksWithDeadline,
	waitsWithDeadline,
} from './with-deadline';

/** What this process does. */
export interface Roles {
	worker: boolean;
	gateway: boolean;
}

export interface RunningProcess {
	/** Where the gateway listens; null when this process has none. */
	gatewayUrl: string | null;
	/** Rejects as soon as a part failed for good: the rest must then be stopped. Resolves once everything has stopped. */
	ended: Promise<void>;
	/**
	 * Takes nothing new, lets what runs end, and lets go of everything: the gateway within 10 s, the workers within 40 s,
	 * or never when Temporal is away.
	 */
	stop: () => Promise<void>;
}

interface Parts {
	config: Config;
	log: Logger;
	keyring: Keyring;
	client: Client & { connection: Connection };
	retentionHours: number;
	destinations: Destinations;
}

/** Starts the worker, the gateway, or both, and says `ready`. The runtime must have been installed. @throws Error that says what to do */
export async function startProcess(
	config: Config,
	roles: Roles,
	log: Logger,
	options: Pick<WorkersSettings, 'workflowBundle'> = {},
): Promise<RunningProcess> {
	const keyring = new Keyring(config.encryption);
	const destinations = new Destinations(config.destinations);
	const client = await connectClient(temporalSettings(config), keyring);
	let workers: RunningWorkers | null = null;
	try {
		const retentionHours = await prepareNamespace(client.connection, config.temporal.namespace);
		const parts: Parts = { config, log, keyring, client, retentionHours, destinations };
		workers = roles.worker ? await runWorkers({ ...workersSettings(parts), ...options }) : null;
		const gateway = roles.gateway ? await startGateway(gatewayServices(parts, workers)) : null;
		log.info(
			{
				gateway: gateway?.url ?? null,
				worker: roles.worker,
				temporal: config.temporal.address,
				namespace: config.temporal.namespace,
				connections: Object.keys(config.connections),
			},
			'ready',
		);
		void tellUnfitDestinations(destinations, log);
		const stopExpiring = roles.worker ? keepExpiring(openBlobs(config.blobs), log) : () => undefined;
		return running(client.connection, workers, gateway, destinations, stopExpiring);
	} catch (error) {
		// Why it could not start matters more than what cannot be stopped after it.
		await Promise.allSettled([workers?.stop(), destinations.close()]);
		await Promise.allSettled([client.connection.close()]);
		throw error;
	}
}

function running(
	connection: Connection,
	workers: RunningWorkers | null,
	gateway: RunningGateway | null,
	destinations: Destinations,
	stopExpiring: () => void,
): RunningProcess {
	let stopped = (): void => undefined;
	const closed = new Promise<void>((resolve) => {
		stopped = resolve;
	});
	const ended = Promise.race([closed, ...(workers === null ? [] : [workers.done.then(() => closed)])]);
	// A failure before anybody awaits it must not end the process without a word.
	void ended.catch(() => undefined);
	return {
		gatewayUrl: gateway?.url ?? null,
		ended,
		async stop() {
			stopExpiring();
			try {
				await gateway?.close();
				await workers?.stop();
				await destinations.close();
			} finally {
				await connection.close();
				stopped();
			}
		},
	};
}

/** How others reach the gateway. */
function publicUrlOf({ gateway: { publicUrl, host, port } }: Config): string {
	return publicUrl ?? `http://${host}:${port}`;
}

function workersSettings({ config, log, keyring, destinations }: Parts): WorkersSettings {
	return {
		temporal: temporalSettings(config),
		keyring,
		connections: config.connections,
		timing: config.timing,
		blobs: openBlobs(config.blobs),
		buckets: new Buckets(config.buckets),
		destinations,
		deliveries: { allowedHosts: config.gateway.callbackHosts, signingSecret: callbackSecret(config, keyring) },
		events: config.events,
		reviews: { publicUrl: publicUrlOf(config), mail: config.mail },
		log,
	};
}

function gatewayServices(
	{ config, log, keyring, client, retentionHours, destinations }: Parts,
	workers: RunningWorkers | null,
) {
	const service = new TemporalTaskService(client, { keyring, settleMs: config.timing.settleMs });
	const waits = new TemporalWaitService(client, service, config.gateway.callbackHosts);
	const frozen = { keyVersion: keyring.current, settleMs: config.timing.settleMs };
	const schedules = new TemporalScheduleService(client, frozen);
	const readiness: ReadinessCheck[] = [temporalAnswers(client.connection, config.temporal.namespace)];
	if (workers !== null) readiness.push(workerPolls(workers));
	return {
		config: config.gateway,
		logger: log,
		tokens: new Tokens(config.gateway.tokens),
		tasks: tasksWithDeadline(client, service),
		waits: waitsWithDeadline(client, waits),
		schedules: schedulesWithDeadline(client, schedules),
		actions: actionsWithDeadline(client, new TemporalTaskActions(client)),
		persons: personsWithDeadline(
			client,
			new TemporalPersonService(client, {
				keyring,
				requests: new SealedRequests(openBlobs(config.blobs).store, keyring),
				connections: Object.keys(config.connections),
			}),
		),
		retries: retriesWithDeadline(client, new TemporalTaskRetries(client, service)),
		destinations,
		connections: new Connections(config.connections, new TemporalLookUps(client)),
		blobs: openBlobs(config.blobs),
		buckets: new Buckets(config.buckets),
		reviews: reviewsWithDeadline(client, new TemporalReviewService(client, service)),
		keyring,
		subscriptions: new TemporalSubscriptionService(client, keyring),
		webhookHosts: config.events.webhookHosts,
		readiness,
		retentionHours,
	};
}
