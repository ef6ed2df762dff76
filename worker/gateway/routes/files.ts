import { Readable } from 'node:stream';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { filesOf } from '../../../workflows/task/export-contract';
import { Problem } from '../../problems/problem';
import { fileKey, receiveUpload, UploadTooLargeError } from '../../storage/blobs';
import type { TaskView } from '../../tasks';
import { wasErased } from '../replies/task-file';
import { blobStoredSchema, errorResponses, fileSchema, optionalIdempotencyHeaders, taskFileParams } from '../schemas';
import type { GatewayServices } from '../services';

type BlobOptions = Pick<GatewayServices, 'blobs'>;

const HOUR_MS = 3_600_000;

/** PUT /v1/blobs: bytes that a task's input refers to. The body is the file itself, of whatever type. */
export const blobRoutes: FastifyPluginCallbackZod<BlobOptions> = (app, { blobs }, done) => {
	const { maxUploadBytes, keepUploadsHours } = blobs.config;
	// A file is never parsed, not even JSON.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', (_request, payload, parsed) => {
		parsed(null, payload);
	});
	app.put(
		'/blobs',
		{
			config: {
				role: 'start',
				reach: ['all'],
				repeat: 'The same content is the same blob, and its retention starts again.',
			},
			schema: {
				tags: ['Blobs'],
				summary: 'Upload a file, so that the input of a task can refer to it',
				description: `The body is the file, at most ${maxUploadBytes} bytes. The gateway keeps it for ${keepUploadsHours} h. The same content is the same blob, and each upload starts that time again.`,
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
		detail: `Nothing was stored. A file may have at most ${maxBytes} bytes (blobs.maxUploadBytes).`,
		issues: [{ path: 'body', message: `has more than ${maxBytes} bytes` }],
	});
}

type FileOptions = Pick<GatewayServices, 'tasks' | 'blobs'>;

/** Of whatever type the result says. */
const fileReply = { description: 'The file', content: { '*/*': { schema: fileSchema } } };

/** GET /v1/tasks/{id}/files/{name}: what a task has made, streamed. Also of one that ended early, if its result has a file. */
export const taskFileRoutes: FastifyPluginCallbackZod<FileOptions> = (app, { tasks, blobs }, done) => {
	app.get(
		'/tasks/:id/files/:name',
		{
			config: { role: 'read', reach: ['task'] },
			schema: {
				tags: ['Tasks'],
				summary: "Download a file of the task's result, which describes it, for example as `file`",
				params: taskFileParams,
				response: { 200: fileReply, ...errorResponses },
			},
		},
		async ({ params: { id, name } }, reply) => {
			const { contentType, sha256 } = fileOf(await tasks.get(id), name);
			const blob = await blobs.store.open(fileKey(id, name));
			if (blob === null && (await wasErased(blobs.store, id, name))) throw erased();
			if (blob === null) throw expired(name, blobs.config.keepExportsHours);
			return reply
				.type(contentType)
				.header('content-length', blob.bytes)
				.header('content-disposition', `attachment; filename="${name}"`)
				.header('etag', `"${sha256}"`)
				.header('cache-control', 'private, no-store')
				.header('x-content-type-options', 'nosniff')
				.send(blob.content);
		},
	);
	done();
};

function fileOf({ id, status, result }: TaskView, name: string) {
	if (status === 'running') throw notReady(id);
	const file = [...filesOf(result).values()].find((each) => each.name === name);
	if (file === undefined || file.link === null) throw noSuchFile(id, status, name);
	return file;
}

function notReady(id: string): Problem {
	return new Problem({
		type: 'file_not_ready',
		title: 'The task still runs',
		status: 409,
		detail: `Its files exist when it has ended. Wait for its end with GET /v1/tasks/${encodeURIComponent(id)}?wait=60.`,
		retryAfterSeconds: 5,
	});
}

function noSuchFile(id: string, status: TaskView['status'], name: string): Problem {
	return new Problem({
		type: 'file_not_found',
		title: 'The task has no such file here',
		status: 404,
		detail: `Task ${id} is ${status.replace('_', ' ')} and has no file "${name}" at the gateway. Its result names its files, and the bucket if the file is in one.`,
	});
}

function erased(): Problem {
	return new Problem({
		type: 'file_erased',
		title: 'The file was erased',
		status: 410,
		detail: "The file was deleted by an erasure of a person's data. Start a new export to get one without the person.",
	});
}

function expired(name: string, hours: number): Problem {
	return new Problem({
		type: 'file_expired',
		title: 'The file has expired',
		status: 410,
		detail: `The gateway kept "${name}" for ${hours} h (blobs.keepExportsHours). Start a new task with another Idempotency-Key.`,
	});
}
