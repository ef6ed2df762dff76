import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import multipart, { type MultipartFile } from '@fastify/multipart';
import { LIMITS } from '../../api';
import { ApiProblem, problems } from '../problems/problems';
import type { IncomingFile, MultipartForm, Discardable } from '../training/uploaded-files';

/** Bytes beside the file in a form: boundaries and headers. */
const FORM_BYTES = 64 * 1024;

/** The form of a request, read as a stream. It may contain only the file. */
export function multipartForm(request: FastifyRequest): MultipartForm {
	return {
		async readFile<Taken extends Discardable>(field: string, take: (file: IncomingFile) => Promise<Taken>) {
			checkHeaders(request, field);
			let taken: Taken | undefined;
			try {
				for await (const part of request.parts({ limits: { fileSize: LIMITS.fileBytes, parts: 10 } })) {
					if (part.fieldname !== field || part.type !== 'file') throw unknownField(part.fieldname);
					if (taken) throw refused(field, 'may appear only once');
					taken = await takeFile(request, part, take);
				}
				if (!taken) throw refused(field, 'is missing: send the file in this field, with its file name');
				return taken;
			} catch (error) {
				await taken?.discard();
				throw toProblem(error);
			}
		},
	};
}

/** Checks only the headers, before any byte of the file has arrived. */
function checkHeaders(request: FastifyRequest, field: string): void {
	if (!request.isMultipart()) throw refused(field, 'is missing: send the file as multipart/form-data');
	if (Number(request.headers['content-length']) > LIMITS.fileBytes + FORM_BYTES) throw tooLarge(field);
}

async function takeFile<Taken>(
	request: FastifyRequest,
	{ fieldname, filename, file }: MultipartFile,
	take: (file: IncomingFile) => Promise<Taken>,
): Promise<Taken> {
	if (!filename) throw refused(fieldname, 'has no file name');
	const breaking = new AbortController();
	// Refused at once, while the rest of the file is still arriving.
	file.once('limit', () => breaking.abort(tooLarge(fieldname)));
	request.raw.once('close', () => {
		if (!request.raw.complete)
			breaking.abort(problems.invalidRequest('The upload ended before the file was complete. Send the file again.'));
	});
	try {
		return await take({ filename, content: file, signal: breaking.signal });
	} catch (error) {
		file.resume();
		throw breaking.signal.aborted ? breaking.signal.reason : error;
	}
}

function tooLarge(field: string): ApiProblem {
	const megabytes = LIMITS.fileBytes / 1024 / 1024;
	return new ApiProblem({
		type: 'file_too_large',
		title: 'File too large',
		status: 413,
		detail: `A file may have at most ${megabytes} MB (${LIMITS.fileBytes} bytes).`,
		issues: [{ path: field, message: `has more than ${LIMITS.fileBytes} bytes` }],
	});
}

function unknownField(name: string): ApiProblem {
	return refused(name, 'is not a field of this request');
}

function refused(path: string, message: string): ApiProblem {
	return problems.invalidRequest('The body is invalid. See issues for each field.', [{ path, message }]);
}

/** A form that is cut off or invalid. */
function toProblem(error: unknown): unknown {
	if (error instanceof ApiProblem || !(error instanceof Error)) return error;
	const isOfParser = 'code' in error && typeof error.code === 'string' && error.code.startsWith('FST_');
	const isOfForm = isOfParser || /multipart|part terminated|premature close|malformed/i.test(error.message);
	return isOfForm ? problems.invalidRequest(`The form could not be read: ${error.message}.`) : error;
}

/** Time for a refused caller to read the response while the server discards the rest of the upload. */
const DISCARD_MS = 10_000;

/** Accepts multipart forms. The operation that needs one reads it. */
export const uploads = fastifyPlugin(async (app: FastifyInstance) => {
	await app.register(multipart, { throwFileSizeLimit: false });

	app.addHook('onResponse', (request, _reply, done) => {
		if (!request.raw.complete && !request.raw.destroyed) {
			const cut = setTimeout(() => request.raw.socket.destroy(), DISCARD_MS);
			cut.unref();
			request.raw.once('close', () => clearTimeout(cut));
			request.raw.resume();
		}
		done();
	});
});
