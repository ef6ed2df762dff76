import { z } from 'zod';
import { labelsSchema } from '../../workflows/task/selector-contract';
import { destinationsSchema } from '../destinations/kind-lookup';
import { SHARE_OF_LIMIT } from '../pacing/pace';
import {
	base64Bytes,
	baseUrl,
	connectionName,
	duplicates,
	hostAndPort,
	integer,
	hostName,
	localeName,
	listenAddress,
	secretText,
	serviceUrl,
	share,
	smtpAddress,
	timeZoneName,
} from '../settings/fields';
import { gatewaySchema } from './gateway-schema';
import { hookProblems, hooksSchema } from './hooks';
import { blobsSchema, bucketSchema } from '../storage/settings';

/** `host:port`, and `*:port` for every public host. */
const allowedHost = z
	.string()
	.trim()
	.regex(
		/^(\*|\[[0-9a-f:]+\]|[^\s:/@*]+):\d{1,5}$/i,
		'must be host:port, for example n8n.example.com:443, or *:443 for all public hosts',
	);

/** Hosts that may receive events. */
const eventsSchema = z.strictObject({
	/**
	 * host:port that subscriptions may name. One that is named here may be in a private network; `*:443` stands for every
	 * host on the open internet, by https.
	 */
	webhookHosts: z.array(allowedHost).default([]),
});

const FOLDER_NAME = /^[a-z\d][\w-]*$/i;

/** What sets of knowledge are fetched from. */
const knowledgeSchema = z.strictObject({
	/** host:port that sitemaps and tables may be fetched from; `*:443` stands for every host on the open internet. */
	hosts: z.array(allowedHost).default(['*:443', '*:80']),
	/** Folders beside the worker, by their names: the `url` of a sync is `folder:` and a name. */
	folders: z
		.record(z.string().regex(FOLDER_NAME, 'must have letters, digits, - and _ only'), z.string().min(1))
		.default({}),
});

/**
 * The mail server that notifies reviewers, and subscriptions with the format `email`. Without it, only events notify
 * reviewers.
 */
const mailSchema = z.strictObject({
	/** smtp:// or smtps://, with user and password if the server requires them. */
	smtpUrl: smtpAddress,
	/** The sender of the mails, for example Reviews <reviews@example.com>. */
	from: z.string().trim().min(1, 'is empty'),
});

/**
 * How much one worker does at once of what can take long. It has task queues of its own, so that reviews and all else that
 * people wait for never wait behind it.
 */
export const concurrencySchema = z.strictObject({
	/** Calls of the service under way, of all connections together. A service without a response holds a call for 30 s. */
	calls: integer(1, 10_000).default(200),
	/** Events, callbacks and mails to reviewers under way. One receiver holds at most half of the free slots. */
	deliveries: integer(1, 1_000).default(50),
	/** Files of exports, and searches for a person, under way. Each reads and writes as fast as it can. */
	assemblies: integer(1, 100).default(4),
});

export type ConcurrencyConfig = z.infer<typeof concurrencySchema>;

/** What can be seen of the processes from outside. */
const telemetrySchema = z.strictObject({
	/** IP:port on which Temporal's own metrics are served for Prometheus, at /metrics. Default: nowhere. */
	metricsAddress: listenAddress.optional(),
	/**
	 * IP:port on which a process with a gateway serves /metrics, /readyz and /healthz, without a token. Default: the port
	 * after the gateway's, on 127.0.0.1.
	 */
	gatewayAddress: listenAddress.optional(),
	/** The same of a worker without a gateway. Default: nowhere. */
	workerAddress: listenAddress.optional(),
	/**
	 * Public names by which Prometheus or probes ask gateway and worker for their metrics, without a port. IP addresses,
	 * names without a dot and private names, such as gateway.internal, need no entry. Default: none.
	 */
	hosts: z.array(hostName).default([]),
	/** The OTLP/HTTP address for traces. Default: none, and nothing of OpenTelemetry is loaded. */
	tracesEndpoint: baseUrl
		.refine((url) => !url.endsWith('/v1/traces'), 'must be given without /v1/traces; it is added')
		.optional(),
});

/** AES-256 takes keys of this many bytes. */
const ENCRYPTION_KEY_BYTES = 32;

const temporalSchema = z.strictObject({
	/** host:port of the Temporal frontend. */
	address: hostAndPort.default('127.0.0.1:7233'),
	/** The namespace of the tasks. Its retention must be at least 30 days. */
	namespace: z.string().min(1, 'is empty').default('agent-knowledge'),
	/** `true`, or the files for a private authority and for a client certificate. */
	tls: z
		.union([
			z.boolean(),
			z
				.strictObject({
					/** The name in the server's certificate, if it is not the host of the address. */
					serverName: z.string().min(1).optional(),
					/** File with the certificates of a private authority, in PEM form. */
					caFile: z.string().min(1).optional(),
					/** File with the client's certificate, in PEM form. */
					certFile: z.string().min(1).optional(),
					/** File with the key of the client's certificate, in PEM form. */
					keyFile: z.string().min(1).optional(),
				})
				.refine(({ certFile, keyFile }) => (certFile === undefined) === (keyFile === undefined), {
					path: ['keyFile'],
					message: 'and certFile belong together; name both or neither',
				}),
		])
		.optional(),
	/** An API key of Temporal Cloud. */
	apiKey: secretText.optional(),
	/**
	 * Whether one queue holds the calls of all connections. `auto`: if a trial at the start shows that the server paces
	 * each of them. `true`: the same, and a warning if it does not. `false`: never.
	 */
	fairness: z.union([z.literal('auto'), z.boolean()], { error: 'must be auto, true or false' }).default('auto'),
	/** Where people open Temporal's own pages; the gateway's pages link to it. */
	uiUrl: baseUrl.optional(),
});

const connectionSchema = z.strictObject({
	/** The address of the service, without /api/v1. */
	baseUrl: serviceUrl,
	/** An API key of its own. A key that n8n uses too cannot be paced. */
	apiKey: secretText,
	/** The key's rate limit (specification, part 8). */
	requestsPerMinute: integer(1, 100_000).default(60),
	/** The share of the limit that is used, so that requests never reach it. Less if Temporal's queues are partitioned. */
	shareOfLimit: share(0.1).default(SHARE_OF_LIMIT),
	/** By which selectors find it, such as `client: acme`, `region: eu`. */
	labels: labelsSchema.default({}),
	/** IANA name: reports and digests about it speak of days in this zone. */
	timeZone: timeZoneName.default('UTC'),
	/** BCP 47: how reports and digests about it write numbers and dates. */
	locale: localeName.default('en'),
});

const encryptionSchema = z
	.strictObject({
		/** Older keys stay in the list, so that what they encrypted can be read. */
		keys: z
			.array(
				z.strictObject({
					/** A name of its own, stored with what the key encrypts. */
					id: z.string().min(1, 'is empty'),
					/** The base64 of 32 random bytes. */
					secret: base64Bytes(ENCRYPTION_KEY_BYTES),
				}),
			)
			.min(1, 'is empty; it needs at least one key'),
		/** The id of the key that encrypts what is new. */
		current: z.string().min(1, 'is empty'),
		/** Whether payloads that are not encrypted are read, for a migration. Default: false. */
		acceptPlain: z.boolean().optional(),
	})
	.check((context) => {
		const ids = context.value.keys.map(({ id }) => id);
		if (!ids.includes(context.value.current))
			context.issues.push({
				code: 'custom',
				input: undefined,
				path: ['current'],
				message: `names no key of encryption.keys; the ids are: ${ids.join(', ')}`,
			});
		for (const [index, id] of duplicates(ids))
			context.issues.push({
				code: 'custom',
				input: undefined,
				path: ['keys', index, 'id'],
				message: `"${id}" is used twice; give every key an id of its own`,
			});
	});

const timingSchema = z
	.strictObject({
		/**
		 * How long the effect of an uncertain write may take to show, in ms. A task waits this long before each of two looks,
		 * and gives an accepted training run as long to appear. The gateway reads it and freezes it with each task and schedule.
		 */
		settleMs: integer(0, 3_600_000).default(60_000),
		/** Shortest pause between two looks at a training run, in ms. */
		pollMinMs: integer(1, 3_600_000).default(5_000),
		/** Longest pause between two looks at a training run, in ms. */
		pollMaxMs: integer(1, 3_600_000).default(60_000),
	})
	.refine(({ pollMinMs, pollMaxMs }) => pollMinMs <= pollMaxMs, {
		path: ['pollMinMs'],
		message: 'is larger than timing.pollMaxMs; make it the smaller of the two',
	});

const logSchema = z.strictObject({
	/** What the log contains: this level and the more severe ones. */
	level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

/** The whole configuration of the worker and the gateway; docs/worker-configuration.md explains each setting. */
export const configSchema = z
	.strictObject({
		temporal: temporalSchema.prefault({}),
		gateway: gatewaySchema.prefault({}),
		/** The accounts that tasks may name; tasks carry the name, the worker holds the key. */
		connections: z.record(connectionName, connectionSchema),
		/**
		 * A folder of further connections. Each file in it holds the settings of one connection and has its name, such as
		 * main.yaml. Default: none.
		 */
		connectionsFolder: z.string().trim().min(1, 'is empty').optional(),
		/** The destinations of lead syncs. */
		destinations: destinationsSchema,
		encryption: encryptionSchema,
		timing: timingSchema.prefault({}),
		concurrency: concurrencySchema.prefault({}),
		blobs: blobsSchema.prefault({}),
		/** Where exports can be put, by the name that tasks use. */
		buckets: z.record(connectionName, bucketSchema).default({}),
		events: eventsSchema.prefault({}),
		knowledge: knowledgeSchema.prefault({}),
		mail: mailSchema.optional(),
		/** Messages of others that each start a task, by the name in their address. */
		hooks: hooksSchema,
		log: logSchema.prefault({}),
		telemetry: telemetrySchema.prefault({}),
	})
	.check(({ value: { hooks, connections, connectionsFolder }, issues }) => {
		if (Object.keys(connections).length === 0 && connectionsFolder === undefined)
			issues.push({
				code: 'custom',
				input: undefined,
				path: ['connections'],
				message: 'is empty; name at least one connection, or set connectionsFolder',
			});
		for (const [name, hook] of Object.entries(hooks))
			for (const { path, message } of hookProblems(hook, Object.keys(connections)))
				issues.push({ code: 'custom', input: undefined, path: ['hooks', name, ...path], message });
	});

export type Config = z.infer<typeof configSchema>;
export type ConnectionConfig = z.infer<typeof connectionSchema>;
