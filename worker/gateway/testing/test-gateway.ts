import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGateway, Tokens, type GatewayServices } from '..';
import { openBlobs } from '../../storage/blobs';
import { Buckets } from '../../storage/buckets';
import { type LimitsConfig, parseConfig, TOKEN_ROLES } from '../../config';
import { Connections } from '../../accounts';
import { directLookUps } from '../../activities/look-up/testing/direct-look-ups';
import { DestinationEdits, Destinations, StoredDestinations } from '../../destinations';
import { createLogger } from '../../log';
import { Keyring } from '../../temporal';
import {
	inMemoryActions,
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
import { InMemoryHandOuts } from './in-memory-hand-outs';
import { inMemoryTasks, inMemoryWaits } from './in-memory-tasks';

export interface TestRequest {
	method?: string;
	/** Path and query. */
	url: string;
	/** Sent as JSON, unless it is a string. */
	payload?: unknown;
	headers?: Record<string, string>;
	/** The bearer token; default: the right one; null: none. */
	token?: string | null;
	signal?: AbortSignal;
}

export interface TestReply {
	status: number;
	headers: Headers;
	text: string;
	/** Null when the answer is not JSON. */
	body: unknown;
}

export interface TestGateway {
	url: string;
	/** The right one. */
	token: string;
	ask: (request: TestRequest) => Promise<TestReply>;
	close: () => Promise<void>;
}

const open: TestGateway[] = [];
/** Of the gateways of the test. Several test files share a process, so none of the folders outlives its test. */
const blobFolders: string[] = [];

afterEach(async () => {
	await Promise.all(open.splice(0).map((gateway) => gateway.close()));
	for (const folder of blobFolders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface TestOptions extends Partial<GatewayServices> {
	baseUrl?: string;
	limits?: Partial<LimitsConfig>;
	trustedProxies?: string[];
	publicUrl?: string;
	/** As the configuration has it. */
	proxySignIn?: object;
	/** Destinations of the configuration file, as it has them. */
	destinationsInFile?: Record<string, object>;
}

/** A gateway on a free port, over tasks in memory; closed after the test. `baseUrl` is its connection's service. */
export async function testGateway({
	limits = {},
	trustedProxies = [],
	publicUrl,
	proxySignIn,
	destinationsInFile = {},
	...options
}: TestOptions = {}): Promise<TestGateway> {
	const token = randomBytes(24).toString('hex');
	const config = parseConfig(
		{
			gateway: {
				port: 0,
				tokens: [{ name: 'tester', token, roles: [...TOKEN_ROLES] }],
				callbackHosts: ['127.0.0.1:5678'],
				limits,
				trustedProxies,
				...(publicUrl === undefined ? {} : { publicUrl }),
				...(proxySignIn === undefined ? {} : { proxySignIn }),
			},
			destinations: destinationsInFile,
			connections: { main: { baseUrl: options.baseUrl ?? 'http://127.0.0.1:1', apiKey: 'the-key' } },
			encryption: { keys: [{ id: 'first', secret: randomBytes(32).toString('base64') }], current: 'first' },
		},
		{ source: 'the test', env: {}, gateway: true },
	);
	const keyring = new Keyring(config.encryption);
	const directory = mkdtempSync(join(tmpdir(), 'agent-knowledge-blobs-'));
	blobFolders.push(directory);
	const blobs = openBlobs({ ...config.blobs, directory });
	const { webhookHosts = config.events.webhookHosts } = options;
	const stored = new StoredDestinations({ store: blobs.store, keyring, webhookHosts });
	const destinations = options.destinations ?? new Destinations(config.destinations, undefined, stored);
	const { url, close } = await startGateway({
		config: config.gateway,
		tokens: new Tokens(config.gateway.tokens),
		hooks: config.hooks,
		logger: createLogger({ level: 'silent' }),
		tasks: inMemoryTasks(),
		waits: inMemoryWaits(config.gateway.callbackHosts),
		schedules: inMemorySchedules(),
		overview: inMemoryOverview(),
		timelines: inMemoryTimelines(),
		usage: inMemoryUsage(),
		actions: inMemoryActions(),
		handOuts: new InMemoryHandOuts(),
		persons: inMemoryPersons(),
		retries: inMemoryRetries(),
		resends: inMemoryResends(),
		destinations,
		destinationEdits: new DestinationEdits(destinations, stored, keyring),
		connections: new Connections(config.connections, directLookUps(config.connections)),
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
	});
	const gateway = { url, token, close, ask: (request: TestRequest) => ask(url, token, request) };
	open.push(gateway);
	return gateway;
}

async function ask(gatewayUrl: string, rightToken: string, request: TestRequest): Promise<TestReply> {
	const { method = 'GET', url, payload, headers, token = rightToken, signal } = request;
	const reply = await fetch(gatewayUrl + url, {
		method,
		headers: {
			...(token === null ? {} : { authorization: `Bearer ${token}` }),
			...(payload === undefined ? {} : { 'content-type': 'application/json' }),
			...headers,
		},
		...(payload === undefined ? {} : { body: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
		...(signal === undefined ? {} : { signal }),
	});
	const text = await reply.text();
	return { status: reply.status, headers: reply.headers, text, body: jsonOf(text) };
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return null;
	}
}
