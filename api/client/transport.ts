import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import { request } from 'undici';
import { outwardConnections } from '../network';
import type { PreparedCall } from './prepare-call';
import type { ReplyHeaders } from './rate-limit';
import { formOf } from './upload';

/** The largest reply that is read, in bytes; the largest the service has is a page of a hundred items. */
const MAX_REPLY_BYTES = 64 * 1024 * 1024;

export interface TransportOptions {
	/** Without a slash at the end. */
	origin: string;
	apiKey: string;
}

export interface RawReply {
	status: number;
	headers: ReplyHeaders;
	text: string;
}

export interface SendOptions {
	signal: AbortSignal;
	/** On a connection of its own: one kept alive may be closing, and then it is not known whether the call was read. */
	freshConnection: boolean;
	/** Sent beside the request's own, which win. */
	headers?: Readonly<Record<string, string>>;
}

/** The stream to upload failed before it was sent whole. */
export class UploadStreamError extends Error {
	/** @param begun some of the file was read, so some of it may have been sent */
	constructor(readonly begun: boolean) {
		super('The file could not be read');
	}
}

export type Transport = (call: PreparedCall, options: SendOptions) => Promise<RawReply>;

/** The deadline of a call bounds the response, which then needs no limit of its own. */
const CONNECTION_OPTIONS = { headersTimeout: 0, bodyTimeout: 0, maxResponseSize: MAX_REPLY_BYTES };

/**
 * One request, one answer: no retry, no redirect (it would carry the key elsewhere), no status refused.
 *
 * @throws whatever the network throws, which may hold the key: it must not leave the client
 */
export function createTransport({ origin, apiKey }: TransportOptions): Transport {
	const kept = outwardConnections(CONNECTION_OPTIONS);
	return async (call, { signal, freshConnection, headers }) => {
		const payload = payloadOf(call);
		// It asks to be kept open all the same: a server that answers in the middle of an upload and closes at once resets
		// the connection, and the reset throws away an answer that was not read yet.
		const own = freshConnection ? outwardConnections(CONNECTION_OPTIONS) : null;
		const exchange = async (): Promise<RawReply> => {
			const reply = await request(`${origin}${call.path}${call.query}`, {
				method: call.method,
				headers: {
					...headers,
					...payload.headers,
					accept: 'application/json',
					'accept-encoding': 'gzip, deflate, br',
					authorization: `Bearer ${apiKey}`,
					'user-agent': 'agent-knowledge',
				},
				body: payload.data,
				signal,
				dispatcher: own ?? kept,
			});
			const text = await textOf(reply.body, reply.headers['content-encoding']);
			return { status: reply.statusCode, headers: textHeaders(reply.headers), text };
		};
		try {
			// Undici heeds the signal only once a connection stands.
			return await Promise.race([exchange(), abortOf(signal)]);
		} catch (error) {
			throw payload.failure() ?? error;
		} finally {
			payload.dispose();
			void own?.destroy();
		}
	};
}

/** @throws once the signal, which is that of one call, is aborted */
function abortOf(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		const abort = () => reject(new Error('The request was aborted.'));
		if (signal.aborted) abort();
		signal.addEventListener('abort', abort, { once: true });
	});
}

type Body = Awaited<ReturnType<typeof request>>['body'];

/** How a body is decoded, by its encoding. */
const DECODERS = new Map([
	['br', promisify(brotliDecompress)],
	['gzip', promisify(unzip)],
	['deflate', promisify(unzip)],
]);

/** @throws if the body breaks off, is no such encoding, or is too long */
async function textOf(body: Body, encoding: string | string[] | undefined): Promise<string> {
	const decode = DECODERS.get(String(encoding).toLowerCase());
	if (decode === undefined) return body.text();
	const encoded = Buffer.from(await body.arrayBuffer());
	if (encoded.length === 0) return '';
	return (await decode(encoded, { maxOutputLength: MAX_REPLY_BYTES })).toString();
}

interface Payload {
	data: string | Readable | null;
	headers: Record<string, string>;
	failure: () => UploadStreamError | null;
	dispose: () => void;
}

function payloadOf({ json, upload }: PreparedCall): Payload {
	const nothing = { failure: () => null, dispose: () => undefined };
	if (upload === undefined) {
		if (json === undefined) return { ...nothing, data: null, headers: {} };
		return { ...nothing, data: json, headers: { 'content-type': 'application/json' } };
	}
	const { content } = upload.file;
	const form = formOf(upload);
	// The request ends with the error too; without a listener here it would end the process first.
	content.on('error', () => undefined);
	return {
		data: form.content,
		headers: form.headers,
		failure: () => (content.errored === null ? null : new UploadStreamError(content.readableDidRead)),
		dispose: () => content.destroy(),
	};
}

/** The first value of each. */
function textHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): ReplyHeaders {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
	);
}
