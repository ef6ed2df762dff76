import { z } from 'zod';
import { eventsSchema } from './events-schema';
import { mailSchema } from './mail-schema';
import { destinationsSchema } from './destinations-schema';
import { blobsSchema } from './blobs-schema';
import { bucketSchema } from './bucket-schema';
import { concurrencySchema } from './concurrency-schema';
import { hookProblems } from './hooks/hook-problems';
import { hooksSchema } from './hooks/hooks-schema';
import { limitsSchema } from './limits-schema';
import { defaultShareOfLimit } from './share-of-limit';
import { telemetrySchema } from './telemetry-schema';
import { tokenSchema } from './token-schema';
import { baseUrl, base64Bytes, connectionName, hostAndPort, integer, secretText, share, signingSecret } from './fields';

/** AES-256 takes keys of this many bytes. */
const ENCRYPTION_KEY_BYTES = 32;

const temporalSchema = z.strictObject({
	/** host:port of the Temporal frontend. */
	address: hostAndPort.default('127.0.0.1:7233'),
	namespace: z.string().min(1, 'is empty').default('agent-knowledge'),
	/** `true`, or the files for a private authority and for a client certificate. */
	tls: z
		.union([
			z.boolean(),
			z
				.strictObject({
					serverName: z.string().min(1).optional(),
					caFile: z.string().min(1).optional(),
					certFile: z.string().min(1).optional(),
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
	/** Where people open Temporal's own pages; the gateway's pages link to it. */
	uiUrl: baseUrl.optional(),
});

const gatewaySchema = z
	.strictObject({
		host: z.string().min(1, 'is empty').default('127.0.0.1'),
		/** 0 takes any free port. */
		port: integer(0, 65_535).default(4020),
		tokens: z.array(tokenSchema).default([]),
		/** host:port of every n8n whose resume URL may be called; matched exactly. */
		callbackHosts: z.array(hostAndPort).default([]),
		/** The address by which others reach the gateway; default: http://host:port. */
		publicUrl: baseUrl.optional(),
		/** Signs callbacks as Standard Webhooks; without it a secret is derived from the current encryption key. */
		signingSecret: signingSecret.optional(),
		limits: limitsSchema.prefault({}),
		/** Addresses or networks of proxies whose X-Forwarded-For is believed. */
		trustedProxies: z
			.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be an IP address or a network as 10.0.0.0/8'))
			.default([]),
	})
	.check((context) => {
		for (const [index, name] of duplicates(context.value.tokens.map(({ name }) => name)))
			context.issues.push({
				code: 'custom',
				input: undefined,
				path: ['tokens', index, 'name'],
				message: `"${name}" is used twice; give every token a name of its own`,
			});
		// Nobody could say whose it is, and which roles it has.
		const tokens = context.value.tokens.map(({ token }) => token);
		for (const [index, token] of duplicates(tokens))
			context.issues.push({
				code: 'custom',
				input: undefined,
				path: ['tokens', index, 'token'],
				message: `is the same as that of gateway.tokens[${tokens.indexOf(token)}]; give every name a token of its own`,
			});
	});

const connectionSchema = z
	.strictObject({
		/** The address of the service, without /api/v1. */
		baseUrl,
		/** An API key of its own: a key that n8n uses too cannot be paced. */
		apiKey: secretText,
		/** The key's rate limit (specification, part 8). */
		requestsPerMinute: integer(1, 100_000).default(60),
		/** What of the limit is used, so that it is never met; less where Temporal's queues are partitioned. */
		shareOfLimit: share(0.1).optional(),
	})
	.transform(({ shareOfLimit, ...rest }) => ({
		...rest,
		shareOfLimit: shareOfLimit ?? defaultShareOfLimit(rest.requestsPerMinute),
	}));

const encryptionSchema = z
	.strictObject({
		/** Older keys stay in the list, so that what they encrypted can be read. */
		keys: z
			.array(z.strictObject({ id: z.string().min(1, 'is empty'), secret: base64Bytes(ENCRYPTION_KEY_BYTES) }))
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
				message: `names no key of encryption.keys; the ids there are: ${ids.join(', ')}`,
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
		/** How long an uncertain write settles before the worker looks, in ms. */
		settleMs: integer(0, 3_600_000).default(60_000),
		/** Shortest and longest pause between two looks at a training run, in ms. */
		pollMinMs: integer(1, 3_600_000).default(5_000),
		pollMaxMs: integer(1, 3_600_000).default(60_000),
	})
	.refine(({ pollMinMs, pollMaxMs }) => pollMinMs <= pollMaxMs, {
		path: ['pollMinMs'],
		message: 'is larger than timing.pollMaxMs; make it the smaller of the two',
	});

const logSchema = z.strictObject({
	level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

/** The whole configuration of the worker and the gateway; docs/worker-configuration.md explains each setting. */
export const configSchema = z
	.strictObject({
		temporal: temporalSchema.prefault({}),
		gateway: gatewaySchema.prefault({}),
		/** The accounts that tasks may name; tasks carry the name, the worker holds the key. */
		connections: z
			.record(connectionName, connectionSchema)
			.refine((connections) => Object.keys(connections).length > 0, 'is empty; name at least one connection'),
		/** Where leads may be synced to. */
		destinations: destinationsSchema,
		encryption: encryptionSchema,
		timing: timingSchema.prefault({}),
		concurrency: concurrencySchema.prefault({}),
		blobs: blobsSchema.prefault({}),
		/** Where exports can be put, by the name that tasks use. */
		buckets: z.record(connectionName, bucketSchema).default({}),
		events: eventsSchema.prefault({}),
		mail: mailSchema.optional(),
		/** Messages of others that each start a task, by the name in their address. */
		hooks: hooksSchema,
		log: logSchema.prefault({}),
		telemetry: telemetrySchema.prefault({}),
	})
	.check(({ value: { hooks, connections }, issues }) => {
		for (const [name, hook] of Object.entries(hooks))
			for (const { path, message } of hookProblems(hook, Object.keys(connections)))
				issues.push({ code: 'custom', input: undefined, path: ['hooks', name, ...path], message });
	});

export type Config = z.infer<typeof configSchema>;
export type ConnectionConfig = z.infer<typeof connectionSchema>;

function duplicates(values: string[]): Array<[index: number, value: string]> {
	return [...values.entries()].filter(([index, value]) => values.indexOf(value) !== index);
}
