import type { Payload } from '@temporalio/common';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { EncryptionCodec } from '../../temporal/payload-codec';
import { errorResponses } from '../schemas';
import { type PayloadJson, payloadsSchema } from '../schemas/codec';
import type { GatewayServices } from '../services';

/**
 * Temporal's protocol of a remote codec, for its pages and its command line. It decodes only: encoding is for starting and
 * signalling workflows there, which would go around everything that the gateway checks.
 */
export const codecRoutes: FastifyPluginCallbackZod<Pick<GatewayServices, 'keyring'>> = (app, { keyring }, done) => {
	const codec = new EncryptionCodec(keyring);

	app.post(
		'/decode',
		{
			config: { role: 'decode', repeat: 'It changes nothing.' },
			schema: {
				tags: ['Codec'],
				summary: "Decrypt payloads, for Temporal's own pages and command line",
				body: payloadsSchema,
				response: { 200: payloadsSchema, ...errorResponses },
			},
		},
		async ({ body }, reply) => {
			const payloads = await codec.decode(body.payloads.map(payloadOf));
			return reply.header('cache-control', 'no-store').send({ payloads: payloads.map(jsonOf) });
		},
	);
	done();
};

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
