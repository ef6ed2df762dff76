import type { Payload } from '@temporalio/common';
import type { FastifyInstance } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Problem } from '../../problems/problem';
import { EncryptionCodec, keyErrorOf } from '../../temporal/payload-codec';
import { notFound } from '../plugins/errors';
import type { RateLimits } from '../plugins/rate-limits';
import { errorResponses } from '../schemas';
import type { GatewayServices } from '../services';

/**
 * Temporal's protocol of a remote codec, for its pages and its command line. It decodes only: encoding is for starting and
 * signalling workflows there, which would bypass all checks of the gateway.
 */
export const codecRoutes: FastifyPluginCallbackZod<Pick<GatewayServices, 'keyring'>> = (app, { keyring }, done) => {
	const codec = new EncryptionCodec(keyring);

	app.post(
		'/decode',
		{
			config: { role: 'decode', reach: ['none'], repeat: 'It changes nothing.' },
			schema: {
				tags: ['Codec'],
				summary: "Decrypt payloads, for Temporal's own pages and command line",
				body: payloadsSchema,
				response: { 200: payloadsSchema, ...errorResponses },
			},
		},
		async ({ body }, reply) => {
			const payloads = await Promise.all(body.payloads.map((payload, place) => decoded(codec, payload, place)));
			return reply.header('cache-control', 'no-store').send({ payloads: payloads.map(jsonOf) });
		},
	);
	done();
};

/** @throws Problem 400 if this gateway cannot decrypt what the caller sent */
async function decoded(codec: EncryptionCodec, given: PayloadJson, place: number): Promise<Payload> {
	try {
		const [payload = {}] = await codec.decode([payloadOf(given)]);
		return payload;
	} catch (error) {
		const wrong = keyErrorOf(error);
		if (wrong === null) throw error;
		throw new Problem({
			type: 'invalid_request',
			title: 'A payload cannot be decrypted',
			status: 400,
			detail: `Nothing was decrypted. payloads.${place}: ${wrong.message}`,
			issues: [{ path: `payloads.${place}`, message: wrong.message }],
		});
	}
}

function payloadOf({ metadata, data }: PayloadJson): Payload {
	const fields = Object.entries(metadata).map(([name, value]) => [name, Buffer.from(value, 'base64')] as const);
	return { metadata: Object.fromEntries(fields), data: Buffer.from(data, 'base64') };
}

function jsonOf({ metadata, data }: Payload): PayloadJson {
	const fields = Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)] as const);
	return { metadata: Object.fromEntries(fields), data: base64(data ?? new Uint8Array()) };
}

function base64(bytes: Uint8Array): string {
	return Buffer.from(bytes).toString('base64');
}

/** The headers of Temporal's pages: always the namespace, and the person's access token if they are set to pass it. */
const HEADERS = 'authorization, content-type, x-namespace';
const KEPT_SECONDS = '600';

/**
 * Lets Temporal's own pages call the routes of this scope from a browser; nobody else's may. Their browser asks first,
 * without a token.
 * @param temporalPages null: no page may
 */
export function openToTemporalPages(app: FastifyInstance, temporalPages: string | null, limits: RateLimits): void {
	const allowed = temporalPages === null ? null : new URL(temporalPages).origin;
	app.addHook('onRequest', (request, reply, done) => {
		if (allowed !== null) void reply.header('vary', 'Origin');
		if (allowed !== null && request.headers.origin === allowed)
			void reply.header('access-control-allow-origin', allowed);
		done();
	});
	app.options('/*', { schema: { hide: true }, onRequest: (request) => limits.byAddress(request) }, (request, reply) => {
		if (allowed === null || request.headers.origin !== allowed) return notFound(request, reply);
		return reply
			.code(204)
			.header('access-control-allow-methods', 'POST')
			.header('access-control-allow-headers', HEADERS)
			.header('access-control-max-age', KEPT_SECONDS)
			.send();
	});
}

/** A payload as Temporal writes it in JSON: bytes are base64. An omitted field is empty. */
const payloadSchema = z.object({
	metadata: z.record(z.string(), z.base64()).default({}),
	data: z.base64().default(''),
});

const payloadsSchema = z.object({ payloads: z.array(payloadSchema) });

type PayloadJson = z.infer<typeof payloadSchema>;
