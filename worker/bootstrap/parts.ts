import type { Client, Connection } from '@temporalio/client';
import type { FrozenSettings } from '../../workflows/task/continue-as-new';
import type { Timing } from '../../workflows/task/timing';
import { type Config, temporalSettings } from '../config';
import { Connections, TemporalLookUps } from '../connections';
import { DestinationEdits, Destinations, StoredDestinations } from '../destinations';
import { ProxySignIn, Tokens } from '../gateway';
import type { Logger } from '../log';
import { Metrics } from '../observability/metrics';
import { startTracing } from '../observability/start-tracing';
import type { Tracing } from '../observability/tracing';
import { openBlobs } from '../storage/blobs';
import { connectClient, Keyring, prepareNamespace } from '../temporal';
import { RESPONSE_LIMITS, type ResponseLimits } from '../temporal/response-limits';

/** What the worker and the gateway of a process share. */
export interface Parts {
	config: Config;
	/** Other times of tasks and activities than the defaults. */
	times?: Partial<Timing>;
	log: Logger;
	keyring: Keyring;
	client: Client & { connection: Connection };
	retentionHours: number;
	/** Those of the moment. */
	connections: Connections;
	destinations: Destinations;
	destinationEdits: DestinationEdits;
	metrics: Metrics;
	tokens: Tokens;
	people: ProxySignIn | null;
	tracing: Tracing | null;
	responseLimits: ResponseLimits;
}

/** The times that a task keeps from its start. */
export function frozenTimes(
	{ settleMs }: Pick<Config['timing'], 'settleMs'>,
	times: Partial<Timing> | undefined,
): Omit<FrozenSettings, 'keyVersion'> {
	return { settleMs, ...(times && { timing: times }) };
}

/** Opens them, and prepares the namespace. @throws Error that says what to do; then nothing remains open */
export async function openParts(
	config: Config,
	log: Logger,
	{ responseLimits = RESPONSE_LIMITS, times }: Partial<Pick<Parts, 'responseLimits' | 'times'>> = {},
): Promise<Parts> {
	const keyring = new Keyring(config.encryption);
	const tracing = await startTracing(config.telemetry.tracesEndpoint, log);
	const stored = storedDestinations(config, keyring, tracing);
	const destinations = new Destinations(config.destinations, tracing?.delivery, stored);
	const client = await connectFor(config, keyring, tracing);
	const { proxySignIn } = config.gateway;
	try {
		return {
			config,
			log,
			keyring,
			client,
			tracing,
			destinations,
			responseLimits,
			...(times && { times }),
			retentionHours: await prepareNamespace(client.connection, config.temporal.namespace),
			connections: new Connections(config.connections, new TemporalLookUps(client, responseLimits)),
			destinationEdits: new DestinationEdits(destinations, stored, keyring),
			metrics: new Metrics(),
			tokens: new Tokens(config.gateway.tokens),
			people: proxySignIn === undefined ? null : new ProxySignIn(proxySignIn),
		};
	} catch (error) {
		await Promise.allSettled([client.connection.close(), destinations.close(), tracing?.stop()]);
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

/** Those that people create at the gateway, in the store that all processes share. */
function storedDestinations(
	{ blobs, events }: Pick<Config, 'blobs' | 'events'>,
	keyring: Keyring,
	tracing: Tracing | null,
): StoredDestinations {
	const { store } = openBlobs(blobs, keyring);
	return new StoredDestinations({ store, keyring, webhookHosts: events.webhookHosts, watch: tracing?.delivery });
}
