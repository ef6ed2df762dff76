import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { z } from 'zod';
import { type RunningSandbox, startSandbox } from '../../../sandbox/bootstrap/start-sandbox';
import { type Config, parseConfig, TOKEN_ROLES } from '../../../worker/config';
import type { Timing } from '../../../workflows/task/timing';
import type { BucketConfig } from '../../../worker/storage/settings';
import { createLogger } from '../../../worker/log';
import { startProcess } from '../../../worker/bootstrap';
import { SOON } from '../temporal/soon';
import { useRuntime } from '../temporal/use-runtime';
import { sourceBundle } from '../source-bundle';
import { startTemporal } from '../temporal/start-temporal';
import { SandboxAdmin } from '../sandbox-admin/sandbox-admin';

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
	/** Takes the engine away for good. */
	stopTemporal(): Promise<void>;
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
	/** Further settings of Temporal's server, as `key=value`. */
	dynamicConfig?: string[];
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
	dynamicConfig = [],
	requestsPerMinute = 6_000,
	timing = SOON,
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
	const [temporal, sandbox, workflowBundle] = await Promise.all([
		startTemporal(dynamicConfig),
		startSandbox({ clockFactor, rateLimit: 'none', adminToken: secret(), seedKey: `ak_${secret()}` }),
		sourceBundle(),
	]);
	const admin = new SandboxAdmin(sandbox);
	const { key: narrow } = await admin.createKey({ name: 'narrow', scopes: ['read:agents'] });
	const { key: restricted } = await admin.createKey({
		name: 'restricted',
		scopes: ['read:agents', 'read:sources', 'write:sources'],
		agentIds: ['agent_sales'],
	});
	const blobs = await mkdtemp(join(tmpdir(), 'agent-knowledge-blobs-'));
	const token = secret();
	const encryptionKey = randomBytes(32).toString('base64');
	const signingSecret = `whsec_${randomBytes(32).toString('base64')}`;
	const wrong = `ak_${secret()}`;
	const connection = (apiKey: string, baseUrl = sandbox.apiUrl) => ({ baseUrl, apiKey, requestsPerMinute });
	const config = parseConfig(
		{
			// A namespace of its own, so that the process registers it with our retention.
			temporal: {
				address: temporal.address,
				namespace: 'gateway-test',
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
			blobs: { directory: blobs },
			buckets,
			destinations,
			hooks,
			knowledge: { hosts: knowledgeHosts },
			timing: { settleMs: 1_000, pollMinMs: 100, pollMaxMs: 500 },
			concurrency,
		},
		{ source: 'the test', env: {}, gateway: true },
	);
	const running = await startProcess(config, { worker, gateway: true }, log, { workflowBundle, times: timing });
	let stopping: Promise<void> | null = null;
	const stopTemporal = () => (stopping ??= temporal.stop());
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
		stopTemporal,
		async close() {
			await running.stop();
			await Promise.all([sandbox.close(), stopTemporal(), rm(blobs, { recursive: true, force: true })]);
		},
	};
}

function secret(): string {
	return randomBytes(24).toString('hex');
}
