import axios from 'axios';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
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

/**
 * One request, one answer: no retry, no redirect (it would carry the key elsewhere), no status refused.
 *
 * @throws whatever the network throws, which may hold the key: it must not leave the client
 */
export function createTransport({ origin, apiKey }: TransportOptions): Transport {
	const http = axios.create({
		maxRedirects: 0,
		maxBodyLength: Number.POSITIVE_INFINITY,
		maxContentLength: MAX_REPLY_BYTES,
		responseType: 'text',
		transformRequest: [(body: unknown) => body],
		transformResponse: [(body: unknown) => body],
		validateStatus: () => true,
	});
	return async (call, { signal, freshConnection, headers }) => {
		const payload = payloadOf(call);
		const own = freshConnection ? connectionOfItsOwn() : null;
		try {
			const reply = await http.request<unknown>({
				method: call.method,
				url: `${origin}${call.path}${call.query}`,
				headers: {
					...headers,
					...payload.headers,
					accept: 'application/json',
					authorization: `Bearer ${apiKey}`,
					'user-agent': 'agent-knowledge',
				},
				data: payload.data,
				signal,
				...own?.agents,
			});
			return {
				status: reply.status,
				headers: textHeaders(reply.headers),
				text: typeof reply.data === 'string' ? reply.data : '',
			};
		} catch (error) {
			throw payload.failure() ?? error;
		} finally {
			payload.dispose();
			own?.close();
		}
	};
}

/**
 * A connection that no other request used. It asks to be kept open all the same: a server that answers in the middle of
 * an upload and closes at once resets the connection, and the reset throws away an answer that was not read yet.
 */
function connectionOfItsOwn() {
	const agents = { httpAgent: new HttpAgent({ keepAlive: true }), httpsAgent: new HttpsAgent({ keepAlive: true }) };
	const close = () => {
		agents.httpAgent.destroy();
		agents.httpsAgent.destroy();
	};
	return { agents, close };
}

interface Payload {
	data?: unknown;
	headers: Record<string, string | false>;
	failure: () => UploadStreamError | null;
	dispose: () => void;
}

function payloadOf({ json, upload }: PreparedCall): Payload {
	if (upload === undefined) {
		// Without `false` axios would announce a form where there is no body.
		const headers = { 'content-type': json === undefined ? (false as const) : 'application/json' };
		return { data: json, headers, failure: () => null, dispose: () => undefined };
	}
	const { content } = upload.file;
	const form = formOf(upload);
	// The request ends with the error too; without a listener here it would end the process first.
	content.on('error', () => undefined);
	return {
		data: form,
		// Axios announces its form, with the boundary.
		headers: {},
		failure: () => (content.errored === null ? null : new UploadStreamError(content.readableDidRead)),
		dispose: () => content.destroy(),
	};
}

function textHeaders(headers: object): ReplyHeaders {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), typeof value === 'string' ? value : undefined]),
	);
}
