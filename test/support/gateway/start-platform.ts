import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { z } from 'zod';
import type { RunningSandbox } from '../../../sandbox/bootstrap/start-sandbox';
import { type Config, parseConfig, TOKEN_ROLES } from '../../../worker/config';
import type { Timing } from '../../../workflows/task/timing';
import type { BucketConfig } from '../../../worker/storage/settings';
import { createLogger } from '../../../worker/log';
import { startProcess } from '../../../worker/bootstrap';
import { RESPONSE_LIMITS, type ResponseLimits } from '../../../worker/temporal/response-limits';
import { SOON, UNHURRIED } from '../temporal/soon';
import { useRuntime } from '../temporal/use-runtime';
import { untilReached } from '../temporal/connect-patiently';
import { startTemporal, type TemporalServer } from '../temporal/start-temporal';
import { startWorld } from '../temporal/start-world';
import type { SandboxAdmin } from '../sandbox-admin/sandbox-admin';

const ADDRESS = z.string().startsWith('http');

/** The gateway and the worker of `agent-knowledge serve`, over a real Temporal and the real sandbox. */
export interface GatewayPlatform {
	url: string;
	/** Where its metrics and its readiness are. */
	operationsUrl: string;
	token: string;
	/** What the process was started with, in which the gateway's port is still 0. */
	config: Config;
	admin: SandboxAdmin;
	sandboxUrl: string;
	sandbox: RunningSandbox;
	signingSecret: string;
	/** Everything that must appear in no log and no answer. */
	secrets: string[];
	/** All that was logged so far. */
	logged(): string;
	close(): Promise<void>;
}

export interface PlatformOptions {
	callbackHosts?: string[];
	webhookHosts?: string[];
	/** A run over the sandbox's site takes some 40 s, divided by this. */
	clockFactor?: number;
	/** By the names that exports use. */
	buckets?: Record<string, BucketConfig>;
	/** As the configuration has them. */
	hooks?: Record<string, object>;
	/** Where leads may be synced to, as the configuration has it. */
	destinations?: Record<string, object>;
	/** Hosts that sets of knowledge may be fetched from, beside public ones. */
	knowledgeHosts?: string[];
	/** As the configuration has them. */
	limits?: { perToken?: number; perAddress?: number };
	/** Tokens beside the platform's own, as the configuration has them. */
	moreTokens?: readonly object[];
	/** Temporal's own pages. */
	temporalUiUrl?: string;
	/** As the configuration has it. */
	concurrency?: object;
	/** More of the gateway's own settings. */
	gateway?: object;
	/** Times of tasks and activities. Default: `SOON` */
	timing?: Partial<Timing>;
	/** How long the gateway waits for Temporal. Default: longer than any test, or as the product if there is no worker. */
	responseLimits?: ResponseLimits;
	/** The name of the only connection, which may do everything. Default: the five that `startPlatform` names. */
	onlyConnection?: string;
	/** Labels of further connections, by their names, which may do everything. */
	labelled?: Record<string, Record<string, string>>;
	/** Settings of further connections, by their names, which may do everything. */
	connections?: Record<string, object>;
	/** Whether the process has a worker too. Default true. */
	worker?: boolean;
	/** Of each connection. Default: 6,000, so that no test waits for it. */
	requestsPerMinute?: number;
	/** The address of a mail server. Default: the sandbox's own. */
	smtpUrl?: string;
	/** Default: a namespace of the server that test files share. */
	temporal?: TemporalServer | Promise<TemporalServer>;
}

/** Connections: `main` may do everything; `narrow`, `restricted`, `wrong` and `nowhere` each lack one thing. */
export async function startPlatform({
	callbackHosts = [],
	webhookHosts = [],
	clockFactor = 40,
	worker = true,
	buckets = {},
	hooks = {},
	knowledgeHosts = [],
	labelled = {},
	connections = {},
	destinations = {},
	moreTokens = [],
	limits = {},
	concurrency = {},
	gateway = {},
	temporal: startingTemporal = startTemporal(),
	requestsPerMinute = 6_000,
	timing = SOON,
	responseLimits = worker ? UNHURRIED : RESPONSE_LIMITS,
	temporalUiUrl,
	onlyConnection,
	smtpUrl,
}: PlatformOptions = {}): Promise<GatewayPlatform> {
	const lines: string[] = [];
	const destination = new Writable({
		write(chunk: Buffer, _encoding, done) {
			lines.push(chunk.toString());
			done();
		},
	});
	const log = createLogger({ level: 'debug' }, destination);
	useRuntime(log);
	const world = await startWorld({ temporal: startingTemporal, clockFactor });
	const { temporal, sandbox, admin, workflowBundle } = world;
	const { key: narrow } = await admin.createKey({ name: 'narrow', scopes: ['read:agents'] });
	const { key: restricted } = await admin.createKey({
		name: 'restricted',
		scopes: ['read:agents', 'read:sources', 'write:sources'],
		agentIds: ['agent_sales'],
	});
	const token = secret();
	const encryptionKey = randomBytes(32).toString('base64');
	const signingSecret = `whsec_${randomBytes(32).toString('base64')}`;
	const wrong = `ak_${secret()}`;
	const connection = (apiKey: string, baseUrl = sandbox.apiUrl) => ({ baseUrl, apiKey, requestsPerMinute });
	const config = parseConfig(
		{
			temporal: {
				address: temporal.address,
				namespace: temporal.namespace,
				// The trial of the server has tests of its own.
				fairness: false,
				...(temporalUiUrl === undefined ? {} : { uiUrl: temporalUiUrl }),
			},
			gateway: {
				port: 0,
				tokens: [{ name: 'tester', token, roles: [...TOKEN_ROLES] }, ...moreTokens],
				callbackHosts,
				signingSecret,
				limits,
				...gateway,
			},
			connections: {
				...Object.fromEntries(
					[
						...Object.entries(labelled).map(([name, labels]) => [name, { labels }] as const),
						...Object.entries(connections),
					].map(([name, settings]) => [name, { ...connection(sandbox.seedKey), ...settings }]),
				),
				...(onlyConnection === undefined
					? {
							main: connection(sandbox.seedKey),
							narrow: connection(narrow),
							restricted: connection(restricted),
							wrong: connection(wrong),
							nowhere: connection(wrong, 'http://127.0.0.1:9'),
						}
					: { [onlyConnection]: connection(sandbox.seedKey) }),
			},
			encryption: { keys: [{ id: 'first', secret: encryptionKey }], current: 'first' },
			events: { webhookHosts },
			mail: { smtpUrl: smtpUrl ?? sandbox.smtpUrl, from: 'Reviews <reviews@team.example>' },
			blobs: { directory: join(world.folder, 'blobs') },
			buckets,
			destinations,
			hooks,
			knowledge: { hosts: knowledgeHosts },
			timing: { settleMs: 1_000, pollMinMs: 100, pollMaxMs: 500 },
			concurrency,
		},
		{ source: 'the test', env: {}, gateway: true },
	);
	const running = await untilReached(() =>
		startProcess(config, { worker, gateway: true }, log, { workflowBundle, times: timing, responseLimits }),
	);
	return {
		url: ADDRESS.parse(running.gatewayUrl),
		operationsUrl: ADDRESS.parse(running.operationsUrl),
		token,
		config,
		admin,
		sandboxUrl: sandbox.apiUrl,
		sandbox,
		signingSecret,
		secrets: [token, encryptionKey, signingSecret, wrong, narrow, restricted, sandbox.seedKey],
		logged: () => lines.join(''),
		async close() {
			await running.stop();
			await world.stop();
		},
	};
}

function secret(): string {
	return randomBytes(24).toString('hex');
}
