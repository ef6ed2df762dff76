import { jsonParse, sleep } from 'n8n-workflow';
import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { UnexpectedResponse } from './gateway-responses';
import { type GatewayContext, CREDENTIAL, gatewayUrl } from './gateway-context';
import { type DescribeIssue, type ErrorPlace, notTheGateway, redirected, refusal, unreachable } from './gateway-errors';

/** A stream as n8n names it: a node may not import what defines it. */
export type ByteStream = Exclude<Parameters<IExecuteFunctions['helpers']['binaryToBuffer']>[0], Buffer>;

export interface GatewayCall {
	method: IHttpRequestMethods;
	/** Below the gateway's address, ids already encoded. */
	path: string;
	query?: IDataObject;
	body?: IDataObject;
	/** Instead of a body of JSON: opens the bytes to send, anew for each attempt. */
	openContent?: () => Promise<ByteStream | Buffer>;
	/** The answer is a file: `read` gets its stream. */
	asStream?: true;
	idempotencyKey?: string;
	/** Milliseconds; 30 s when left out. */
	timeoutMs?: number;
	/** Waits before each repetition, in ms. Empty: one attempt. */
	repeatAfterMs?: readonly number[];
	/** Ends the call, without a repetition. */
	signal?: AbortSignal;
	itemIndex?: number;
	/** Says what is wrong with an input in the words of the node's form. */
	describeIssue?: DescribeIssue;
}

/** An answer may have been lost on its way. Every route of the gateway can be called again: see `repeatAfterMs`. */
const UNCERTAIN = new Set([408, 429, 500, 502, 503, 504]);
const REPEAT_AFTER_MS = [500, 2_000] as const;
const LONGEST_RETRY_AFTER_MS = 30_000;

/**
 * One call to the gateway. When the answer is uncertain (no answer, 408, 429, 5xx) the same call is sent again, which
 * is safe: tasks are started with a key, and the rest only reads or can be repeated.
 * @param read turns the answer's body into what the caller needs; throws UnexpectedResponse if it cannot
 * @throws NodeApiError with the gateway's own words, or saying that the gateway did not answer
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
	const delays = [...(call.repeatAfterMs ?? REPEAT_AFTER_MS)];
	for (;;) {
		const [attempt] = await Promise.allSettled([send(context, url, call)]);
		const delay = wasCancelled(context) || call.signal?.aborted === true ? undefined : delays.shift();
		if (attempt.status === 'rejected') {
			if (delay === undefined) throw unreachable(place, url, attempt.reason);
			await sleep(delay);
			continue;
		}
		const { statusCode, body, headers } = attempt.value;
		if (statusCode < 300) return readResponse(place, url, body, read);
		const problem = call.asStream ? await problemIn(context, body) : body;
		if (statusCode < 400) throw redirected(place, url, statusCode, headers['location']);
		if (delay === undefined || !UNCERTAIN.has(statusCode)) throw refusal(place, statusCode, problem);
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
		timeout: call.timeoutMs ?? 30_000,
		...(call.signal && { abortSignal: call.signal }),
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// The gateway never redirects: whoever does is something else, and the token is not for what it points to.
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};
	const answer: unknown = await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, options);
	return answer as IN8nHttpFullResponse;
}

/** What a refusal says that came as a stream. */
async function problemIn(context: GatewayContext, body: unknown): Promise<unknown> {
	if (!('binaryToBuffer' in context.helpers)) return {};
	const [text] = await Promise.allSettled([context.helpers.binaryToBuffer(body as ByteStream)]);
	return text.status === 'fulfilled' ? parsedOr(text.value.toString('utf8'), {}) : {};
}

function parsedOr(text: string, otherwise: unknown): unknown {
	return jsonParse<unknown>(text, { fallbackValue: otherwise });
}

function readResponse<T>(place: ErrorPlace, url: string, body: unknown, read: (body: unknown) => T): T {
	try {
		return read(body);
	} catch (error) {
		throw notTheGateway(place, url, error instanceof UnexpectedResponse ? error.message : String(error));
	}
}

function wasCancelled(context: GatewayContext): boolean {
	return 'getExecutionCancelSignal' in context && context.getExecutionCancelSignal()?.aborted === true;
}

function retryAfterMs(headers: IDataObject): number {
	const seconds = Number(headers['retry-after'] ?? 0);
	return Number.isFinite(seconds) ? Math.min(seconds * 1_000, LONGEST_RETRY_AFTER_MS) : 0;
}
