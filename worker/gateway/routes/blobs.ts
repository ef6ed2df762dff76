import { Readable } from 'node:stream';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { receiveUpload, UploadTooLargeError } from '../../storage/blobs';
import { Problem } from '../../problems/problem';
import { blobStoredSchema, errorResponses, fileSchema, optionalIdempotencyHeaders } from '../schemas';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'blobs'>;

const HOUR_MS = 3_600_000;

/** PUT /v1/blobs: bytes that a task's input refers to. The body is the file itself, of whatever type. */
export const blobRoutes: FastifyPluginCallbackZod<Options> = (app, { blobs }, done) => {
	const { maxUploadBytes, keepUploadsHours } = blobs.config;
	// A file is never read as anything, also one of JSON.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', (_request, payload, parsed) => {
		parsed(null, payload);
	});
	app.put(
		'/blobs',
		{
			config: {
				role: 'start',
				repeat: 'The same content is the same blob, kept anew.',
			},
			schema: {
				tags: ['Blobs'],
				summary: 'Keep a file for a while, so that a task can be given it by reference',
				description: `The body is the file, at most ${maxUploadBytes} bytes. The same content is the same blob: sending it again keeps it for ${keepUploadsHours} h anew.`,
				headers: optionalIdempotencyHeaders,
				consumes: ['application/octet-stream'],
				body: fileSchema,
				response: { 201: blobStoredSchema, ...errorResponses },
			},
		},
		async (request, reply) => {
			if (Number(request.headers['content-length'] ?? 0) > maxUploadBytes) throw tooLarge(maxUploadBytes);
			const content = request.body instanceof Readable ? request.body : Readable.from([]);
			try {
				const stored = await receiveUpload(blobs.store, content, maxUploadBytes);
				const expiresAt = new Date(Date.now() + keepUploadsHours * HOUR_MS).toISOString();
				return await reply.code(201).send({ ...stored, expiresAt });
			} catch (error) {
				throw error instanceof UploadTooLargeError ? tooLarge(maxUploadBytes) : error;
			}
		},
	);
	done();
};

function tooLarge(maxBytes: number): Problem {
	return new Problem({
		type: 'blob_too_large',
		title: 'The file is too large',
		status: 413,
		detail: `Nothing was kept. A file may have ${maxBytes} bytes at most; the gateway's setting blobs.maxUploadBytes says so.`,
		issues: [{ path: 'body', message: `has more than ${maxBytes} bytes` }],
	});
}
