import { type IDataObject, type IHttpRequestOptions, NodeOperationError } from 'n8n-workflow';
import type { RetrySafety } from '../../../api';
import { operations } from '../generated/operations';
import { baseUrlProblem, normalizedBaseUrl } from './base-url';
import { throwIfCancelled, wait } from './cancellation';
import { ApiFailure, isSavedIndexedLater, type Issue } from './api-failure';
import type { ApiContext } from './context';
import type { OperationId, Reply } from './operations';
import { retrySafety } from './operations';
import { LONGEST_WAIT_MS, RateLimit, readRetryAfter } from './rate-limit';
import { failureOf } from './read-failure';
import { openReader } from './read-openly';
import { readReply } from './read-reply';
import { idIssues, namedIds } from './request-ids';
import { MOST_ATTEMPTS, MOST_RATE_WAITS, backoffMs, isTimeout, isUncertain, mayRepeat } from './retry';
import type { Sent } from './send-once';
import { sendOnce } from './send-once';
import { timing } from './timing';
import type { Upload } from './upload';
import { withServer } from './wrong-server';

export interface CallInput {
	params?: Record<string, string | number>;
	query?: IDataObject;
	body?: IDataObject;
	upload?: Upload;
	/** Never repeat, whatever the table allows: the caller looks for the effect first. */
	once?: boolean;
}

/** Milliseconds. */
export interface Patience {
	/** How long all calls together wait for the rate limit. Above it, a call fails with its 429. */
	patienceMs: number;
	/** How long one request may take, because a person waits. One that took all of it is not repeated. */
	timeoutMs?: number;
}

/** The customer API, for one execution of a node. */
export interface Api {
	/**
	 * @throws ApiFailure if the service refuses, is unavailable or does not respond. Also if it has saved a Q&A change
	 * that it indexes later (`isSavedIndexedLater`)
	 */
	call<Id extends OperationId>(id: Id, input?: CallInput): Promise<Reply<Id>>;
	/** Waits, and stops waiting when the execution is stopped. Milliseconds. */
	wait(ms: number): Promise<void>;
}

/** Shared by all calls of one Api. */
interface Session {
	context: ApiContext;
	rateLimit: RateLimit;
	/** What is left of the total time for waits for the rate limit. Milliseconds. */
	patience: { leftMs: number };
	/** How long one request may take, unless it is an upload. Milliseconds. */
	timeoutMs: number;
	repeatsTimeouts: boolean;
	/** Read once: n8n decrypts the credential at each read, which takes longer than a short request. */
	host?: Promise<string>;
}

/**
 * Sends requests through n8n's own helper with the credential. Paces them by the rate limit that the service reports,
 * and repeats them only as the contract's table allows.
 * @param patience default: no limit beyond those of each call
 */
export function createApi(context: ApiContext, patience?: Patience): Api {
	const session: Session = {
		context,
		rateLimit: new RateLimit(),
		patience: { leftMs: patience?.patienceMs ?? Number.POSITIVE_INFINITY },
		timeoutMs: patience?.timeoutMs ?? timing.requestMs,
		repeatsTimeouts: patience?.timeoutMs === undefined,
	};
	return {
		async call(id, input = {}) {
			return (await run(session, id, input)) as Reply<typeof id>;
		},
		wait: (ms) => wait(context, ms),
	};
}

async function run(session: Session, id: OperationId, input: CallInput): Promise<unknown> {
	const { context, rateLimit, patience } = session;
	const host = await (session.host ??= hostOf(context));
	const safety = retrySafety(id, input.body);
	const issues = idIssues(id, input);
	if (issues.length > 0) throw unfitIds(id, safety, issues);
	const request = requestOf(id, input, { host, timeoutMs: session.timeoutMs });
	const served = async (failure: ApiFailure, sent: Sent) =>
		await withServer(failure, { sent, host, readOpenly: openReader(context) });
	const keyed = input.body?.idempotencyKey !== undefined || input.body?.clientMessageId !== undefined;
	const waited = { times: 0, ms: 0 };
	let uncertain = false;
	for (let attempt = 1; ; attempt++) {
		await waitToBegin(session);
		const sent = await sendOnce(context, request);
		rateLimit.end(sent.answered ? sent.headers : null, Date.now());
		const asked = { operationId: id, safety, host, waited };
		if (sent.answered && sent.status >= 200 && sent.status < 300) {
			const reply = readReply(sent, asked);
			if (reply instanceof ApiFailure) throw await served(reply, sent);
			return reply;
		}
		if (sent.answered && sent.status === 404 && safety === 'delete' && uncertain) return null;
		const failure = failureOf(sent, asked).with({ ids: namedIds(id, input) });
		if (isSavedIndexedLater(failure.fields)) throw failure.with({ uncertain: false });
		const rateWaitMs = rateWait(sent, waited.times, patience);
		if (rateWaitMs !== null) {
			waited.times += 1;
			waited.ms += rateWaitMs;
			patience.leftMs -= rateWaitMs;
			await wait(context, rateWaitMs);
			attempt -= 1;
			continue;
		}
		uncertain ||= isUncertain(sent);
		const isLast = input.once === true || attempt >= MOST_ATTEMPTS || (!session.repeatsTimeouts && isTimeout(sent));
		if (isLast || !mayRepeat(sent, safety, keyed)) throw await served(failure.with({ uncertain }), sent);
		await wait(context, backoffMs(attempt));
	}
}

async function hostOf(context: ApiContext): Promise<string> {
	const { baseUrl } = await context.getCredentials<{ baseUrl: string }>('agentKnowledgeApi');
	const problem = baseUrlProblem(baseUrl);
	if (problem === null) return normalizedBaseUrl(baseUrl);
	throw new NodeOperationError(context.getNode(), problem.what, { description: problem.todo });
}

/** If the wait exceeds the patience, the request goes at once, and the service refuses it with a 429. */
async function waitToBegin({ context, rateLimit, patience }: Session): Promise<void> {
	throwIfCancelled(context);
	const ms = rateLimit.delayMs(Date.now());
	if (ms > 0 && ms <= patience.leftMs) {
		patience.leftMs -= ms;
		await wait(context, ms);
	}
	rateLimit.begin();
}

/** @returns milliseconds to wait before a retry; null if waiting does not help or takes too long */
function rateWait(sent: Sent, times: number, patience: Session['patience']): number | null {
	if (!sent.answered || sent.status !== 429 || times >= MOST_RATE_WAITS) return null;
	const ms = readRetryAfter(sent.headers, Date.now()) ?? backoffMs(times + 1);
	return ms <= Math.min(LONGEST_WAIT_MS, patience.leftMs) ? ms : null;
}

/** In the form of the service's own refusal, but nothing was sent. */
function unfitIds(operationId: OperationId, safety: RetrySafety, issues: Issue[]): ApiFailure {
	return new ApiFailure({
		operationId,
		safety,
		issues,
		status: 400,
		type: 'invalid_input',
		title: 'The operation does not accept this input',
		detail: 'Nothing was sent.',
		uncertain: false,
		retryAfterMs: null,
		waited: { times: 0, ms: 0 },
	});
}

function requestOf(
	id: OperationId,
	input: CallInput,
	{ host, timeoutMs }: { host: string; timeoutMs: number },
): IHttpRequestOptions {
	const { method, path } = operations[id];
	const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent(String(input.params?.[name] ?? '')),
	);
	const request: IHttpRequestOptions = {
		method,
		url: `${host}/api/v1${filled}`,
		json: true,
		timeout: timeoutMs,
		// A redirect would take the key to another address.
		disableFollowRedirect: true,
	};
	if (input.query !== undefined) request.qs = input.query;
	if (input.body !== undefined) request.body = input.body;
	if (input.upload !== undefined) {
		request.body = input.upload.content;
		request.headers = { 'Content-Type': input.upload.contentType };
		request.timeout = timing.uploadMs;
	}
	return request;
}
