import { type Config, operationsAddress } from '../config';
import { type RunningGateway, startGateway } from '../gateway';
import type { Logger } from '../log';
import { type ReadinessCheck, type ServedOperations, serveOperations } from '../observability/serve-operations';
import { reportSharedKeys } from '../pacing';
import { startBackground } from './background';
import { gatewayServices } from './gateway-services';
import type { LiveSettings } from './live-settings';
import { openParts, type Parts } from './parts';
import { temporalAnswers, workerPolls } from './readiness';
import { running, type RunningProcess } from './running-process';
import { runWorkers, type ServingWorkers } from './run-workers';
import { watchConfig, type WatchedConfig } from './watch-config';
import { workersSettings, type WorkersSettings } from './workers-settings';

/** The parts of this process. */
export interface Roles {
	worker: boolean;
	gateway: boolean;
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
		workflowBundle,
		...options
	}: Pick<WorkersSettings, 'workflowBundle' | 'times' | 'responseLimits'> & {
		files?: Pick<WatchedConfig, 'paths' | 'read'>;
	} = {},
): Promise<RunningProcess> {
	const parts = await openParts(config, log, options);
	const { client, destinations, tracing, metrics, connections } = parts;
	let workers: ServingWorkers | null = null;
	let gateway: RunningGateway | null = null;
	let served: ServedOperations | null = null;
	try {
		workers = roles.worker ? await runWorkers({ ...workersSettings(parts), workflowBundle }) : null;
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
		const stopWork = startBackground(parts, gateway !== null);
		const take = takingInto(parts, workers);
		const stopWatching = files === undefined ? () => undefined : watchConfig({ ...files, current: config, take, log });
		const stopBackground = () => {
			stopWatching();
			stopWork();
		};
		const temporalConnection = client.connection;
		return running({ temporalConnection, workers, gateway, served, destinations, tracing, stopBackground, take });
	} catch (error) {
		// The reason of the failed start matters more than a failed stop after it.
		await Promise.allSettled([gateway?.close(), workers?.stop(), served?.close(), destinations.close()]);
		await Promise.allSettled([client.connection.close(), tracing?.stop()]);
		throw error;
	}
}

/** How the parts take settings that need no restart. */
function takingInto({ tokens, people, connections, log }: Parts, workers: ServingWorkers | null) {
	return (next: LiveSettings): void => {
		tokens.replace(next.tokens);
		if (next.personRoles !== null) people?.replaceRoles(next.personRoles);
		workers?.useConnections(next.connections);
		connections.replace(next.connections);
		reportSharedKeys(next.connections, log);
		log.level = next.logLevel;
	};
}

function readinessOf({ config, client, responseLimits }: Parts, workers: ServingWorkers | null): ReadinessCheck[] {
	const temporal = temporalAnswers(client.connection, config.temporal.namespace, responseLimits);
	return workers === null ? [temporal] : [temporal, workerPolls(workers)];
}
