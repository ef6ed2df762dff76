import { jsonParse, sleep } from 'n8n-workflow';
import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { isRecord, UnexpectedResponse } from './gateway-responses';
import { type GatewayContext, CREDENTIAL, gatewayUrl, timing } from './gateway-context';
import {
	type DescribeIssue,
	type ErrorPlace,
	notTheGateway,
	redirected,
	refusal,
	unreachable,
	wrongServerError,
} from './gateway-errors';
import { type ReadOpenly, wrongServer } from './wrong-server';

/** The type of a stream from n8n's types, because a node may not import its module. */
export type ByteStream = Exclude<Parameters<IExecuteFunctions['helpers']['binaryToBuffer']>[0], Buffer>;

export interface GatewayCall {
	method: IHttpRequestMethods;
	/** Relative to the gateway's address, with encoded ids. */
	path: string;
	query?: IDataObject;
	body?: IDataObject;
	/** Opens the bytes to send, again for each attempt. It replaces a body of JSON. */
	openContent?: () => Promise<ByteStream | Buffer>;
	/** The response is a file, and `read` gets its stream. */
	asStream?: true;
	idempotencyKey?: string;
	/** Milliseconds. Default: 30 s. */
	timeoutMs?: number;
	/** Waits before each retry, in milliseconds. Empty: one attempt. */
	repeatAfterMs?: readonly number[];
	/** Ends the call without a retry. */
	signal?: AbortSignal;
	itemIndex?: number;
	/** Says what is wrong with an input in the words of the node's form. */
	describeIssue?: DescribeIssue;
}

/** A retry may help. Every route of the gateway is safe to call again. */
const UNCERTAIN = new Set([408, 429, 500, 502, 503, 504]);
const LONGEST_RETRY_AFTER_MS = 30_000;

/**
 * Calls the gateway. Without a response, or after a 408, 429 or 5xx, it retries. That is safe: a start has a key, and
 * all other calls only read or can be repeated.
 * @param read turns the body of the response into what the caller needs; throws UnexpectedResponse if it cannot
 * @throws NodeApiError with the gateway's own words, or if the gateway did not respond
 */
export async function callGateway<T>(
	context: GatewayContext,
	call: GatewayCall,
	read: (body: unknown) => T,
): Promise<T> {
	const url = await gatewayUrl(context);
	const place: ErrorPlace = {
		node: context.getNode(),
		...(call.itemIndex !== undefined && { itemIndex: call.itemIndex }),
		...(call.describeIssue && { describeIssue: call.describeIssue }),
	};
	const isEditor = 'getCurrentNodeParameter' in context;
	const delays = [...(call.repeatAfterMs ?? (isEditor ? [] : timing.repeatAfterMs))];
	for (;;) {
		const [attempt] = await Promise.allSettled([send(context, url, call)]);
		const delay = wasCancelled(context) || call.signal?.aborted === true ? undefined : delays.shift();
		if (attempt.status === 'rejected') {
			if (delay === undefined) throw unreachable(place, url, attempt.reason, { isRead: call.method === 'GET' });
			await sleep(delay);
			continue;
		}
		const { statusCode, body, headers } = attempt.value;
		const wrong = async (content: unknown) =>
			await wrongServer(
				{ status: statusCode, body: content },
				{ url, path: call.path, readOpenly: openReader(context) },
			);
		if (statusCode < 300) {
			const result = readResponse(body, read);
			if (!(result instanceof UnexpectedResponse)) return result;
			const server = await wrong(body);
			if (server !== null) throw wrongServerError(place, statusCode, server);
			throw notTheGateway(place, url, result.message);
		}
		const problem = call.asStream ? await problemIn(context, body) : body;
		if (statusCode < 400) throw redirected(place, url, statusCode, headers['location']);
		if (delay === undefined || !UNCERTAIN.has(statusCode)) {
			const server = await wrong(problem);
			throw server === null ? refusal(place, statusCode, problem) : wrongServerError(place, statusCode, server);
		}
		await sleep(Math.max(delay, retryAfterMs(headers)));
	}
}

async function send(context: GatewayContext, url: string, call: GatewayCall): Promise<IN8nHttpFullResponse> {
	const options: IHttpRequestOptions = {
		method: call.method,
		url: `${url}${call.path}`,
		headers: {
			...(call.idempotencyKey !== undefined && { 'Idempotency-Key': call.idempotencyKey }),
			...(call.openContent && { 'Content-Type': 'application/octet-stream' }),
		},
		...(call.query && { qs: call.query }),
		...(call.body && { body: call.body }),
		...(call.openContent && { body: await call.openContent() }),
		...(call.asStream ? { encoding: 'stream' as const } : { json: call.openContent === undefined }),
		timeout: call.timeoutMs ?? timing.requestMs,
		...(call.signal && { abortSignal: call.signal }),
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// The gateway never redirects. Something else does, and it must not get the token.
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};
	const answer: unknown = await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, options);
	return answer as IN8nHttpFullResponse;
}

/** The body of a refusal, which may be a stream. */
async function problemIn(context: GatewayContext, body: unknown): Promise<unknown> {
	if (!('binaryToBuffer' in context.helpers)) return {};
	const [text] = await Promise.allSettled([context.helpers.binaryToBuffer(body as ByteStream)]);
	return text.status === 'fulfilled' ? parsedOr(text.value.toString('utf8'), {}) : {};
}

function parsedOr(text: string, otherwise: unknown): unknown {
	return jsonParse<unknown>(text, { fallbackValue: otherwise });
}

function readResponse<T>(body: unknown, read: (body: unknown) => T): T | UnexpectedResponse {
	try {
		return read(body);
	} catch (error) {
		return error instanceof UnexpectedResponse ? error : new UnexpectedResponse(String(error));
	}
}

/** Reads pages of the server itself, without the token. */
function openReader(context: GatewayContext): ReadOpenly {
	return async (url) => {
		const options = { url, timeout: timing.lookMs, returnFullResponse: true, ignoreHttpStatusErrors: true };
		const [reply] = await Promise.allSettled([
			context.helpers.httpRequest({ ...options, disableFollowRedirect: true }) as Promise<unknown>,
		]);
		if (reply.status === 'rejected') return null;
		const { statusCode, body } = isRecord(reply.value) ? reply.value : {};
		return { status: Number(statusCode), body };
	};
}

function wasCancelled(context: GatewayContext): boolean {
	return 'getExecutionCancelSignal' in context && context.getExecutionCancelSignal()?.aborted === true;
}

function retryAfterMs(headers: IDataObject): number {
	const seconds = Number(headers['retry-after'] ?? 0);
	return Number.isFinite(seconds) ? Math.min(seconds * 1_000, LONGEST_RETRY_AFTER_MS) : 0;
}
