import { randomBytes } from 'node:crypto';
import type { GatewayServices } from '../services';
import { Tokens } from '..';
import { Connections } from '../../connections';
import { directLookUps } from '../../activities/look-up/testing/direct-look-ups';
import { parseConfig, TOKEN_ROLES } from '../../config';
import { DestinationEdits, Destinations, StoredDestinations } from '../../destinations';
import { createLogger } from '../../log';
import { openBlobs } from '../../storage/blobs';
import { Buckets } from '../../storage/buckets';
import { StoredPreviews } from '../../tasks/bulk';
import { NameSearch } from '../../tasks/search-names';
import { Keyring } from '../../temporal';
import { InMemoryHandOuts } from './in-memory-hand-outs';
import {
	inMemoryActions,
	inMemoryHooks,
	inMemoryIncidents,
	inMemoryOverview,
	inMemoryPersons,
	inMemoryResends,
	inMemoryRetries,
	inMemoryReviews,
	inMemorySchedules,
	inMemorySubscriptions,
	inMemoryTimelines,
	inMemoryUsage,
} from './in-memory-services';
import { inMemoryTasks, inMemoryWaits } from './in-memory-tasks';

export interface InMemoryOptions extends Partial<GatewayServices> {
	/** Of the service behind the connection `main`. */
	baseUrl?: string;
	/** Parts of the configuration file, as it has them. */
	inFile?: { gateway?: object; connections?: object; destinations?: object; buckets?: object };
}

/**
 * What a gateway needs, over tasks in memory. Tests use it, and the generator of the reference.
 * @param directory of its blobs; the caller deletes it
 * @returns the services, and a token with every role
 */
export function inMemoryGateway(
	directory: string,
	{ baseUrl = 'http://127.0.0.1:1', inFile = {}, ...options }: InMemoryOptions = {},
): { services: GatewayServices; token: string } {
	const token = randomBytes(24).toString('hex');
	const config = parseConfig(
		{
			connections: { main: { baseUrl, apiKey: 'the-key' } },
			encryption: { keys: [{ id: 'first', secret: randomBytes(32).toString('base64') }], current: 'first' },
			...inFile,
			gateway: {
				port: 0,
				tokens: [{ name: 'tester', token, roles: [...TOKEN_ROLES] }],
				callbackHosts: ['127.0.0.1:5678'],
				...inFile.gateway,
			},
		},
		{ source: 'the test', env: {}, gateway: true },
	);
	const keyring = new Keyring(config.encryption);
	const blobs = openBlobs({ ...config.blobs, directory });
	const { webhookHosts = config.events.webhookHosts } = options;
	const stored = new StoredDestinations({ store: blobs.store, keyring, webhookHosts });
	const destinations = options.destinations ?? new Destinations(config.destinations, undefined, stored);
	const { tasks = inMemoryTasks(), schedules = inMemorySchedules() } = options;
	const connections = options.connections ?? new Connections(config.connections, directLookUps(config.connections));
	const names = new NameSearch({ connections, schedules });
	const services: GatewayServices = {
		config: config.gateway,
		tokens: new Tokens(config.gateway.tokens),
		hooks: config.hooks,
		collected: inMemoryHooks(),
		logger: createLogger({ level: 'silent' }),
		tasks,
		names,
		bulkPreviews: new StoredPreviews({ tasks, schedules, connections, names }, blobs),
		waits: inMemoryWaits(config.gateway.callbackHosts),
		schedules,
		overview: inMemoryOverview(),
		incidents: inMemoryIncidents(),
		timelines: inMemoryTimelines(),
		usage: inMemoryUsage(),
		actions: inMemoryActions(),
		handOuts: new InMemoryHandOuts(),
		persons: inMemoryPersons(),
		retries: inMemoryRetries(),
		resends: inMemoryResends(),
		destinations,
		destinationEdits: new DestinationEdits(destinations, stored, keyring),
		connections,
		blobs,
		buckets: new Buckets(config.buckets),
		reviews: inMemoryReviews(),
		keyring,
		subscriptions: inMemorySubscriptions(),
		sendsMail: config.mail !== undefined,
		webhookHosts: config.events.webhookHosts,
		temporalPages: null,
		retentionHours: 720,
		...options,
	};
	return { services, token };
}
