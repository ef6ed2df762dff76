import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type ApiClient, ApiError } from '../../../api';
import { idOf } from '../../storage/conversation-files/shown-conversation';
import { isKeyRefused, isPassing } from '../task/failure';

/** Only a conversation that failed at least so often, and for so long, may be the only one that does. */
const FEWEST_FAILURES = 8;
const FAILING_MS = 15 * 60_000;
/** Conversations of the list, and how many of them are read as the proof that the service gives out others. */
const LISTED = 5;
const TRIED = 2;
const MARK_LENGTH = 12;
const TOO_MANY_REQUESTS = 429;

/** Failures in a row of the call of one conversation. */
export const failingSchema = z.object({
	/** See `markOf`. */
	mark: z.string(),
	/** The first of them, in milliseconds since 1970. */
	since: z.number(),
	times: z.number(),
});
export type Failing = z.output<typeof failingSchema>;

/** A hash of the id, because notes of attempts name no conversation. */
export function markOf(conversationId: string): string {
	return createHash('sha256').update(conversationId).digest('base64url').slice(0, MARK_LENGTH);
}

/** The notes after one more failure. A failure that says something of the key or of the whole service does not count. */
export function failedAgain(before: Failing | null, conversationId: string, error: unknown): Failing | null {
	if (!(error instanceof ApiError) || !mayBeOfOne(error)) return before;
	const mark = markOf(conversationId);
	if (before?.mark !== mark) return { mark, since: Date.now(), times: 1 };
	return { mark, since: before.since, times: before.times + 1 };
}

export interface FailedCall {
	api: ApiClient;
	agentId: string;
	conversationId: string;
	/** How calls failed in earlier attempts. Null: it is not the first call of this attempt. */
	failing: Failing | null;
	/** The id of another conversation. Null: the list names one. */
	other: string | null;
	signal: AbortSignal;
}

export type WhyMissing = 'deleted' | 'refused' | 'failed' | { agentGone: ApiError };

/**
 * Why a conversation is missing for good.
 * @throws the failure if another attempt may not meet it, or if it says something of the key or of the whole service
 */
export async function whyMissing(error: ApiError, call: FailedCall): Promise<WhyMissing> {
	const { status, type } = error;
	if (status === null && type === 'invalid_input') return 'refused';
	if (!isOfService(error)) {
		if (await isBrokenAlone(error, call)) return 'failed';
		throw passing(error);
	}
	if (status === 404) {
		const agentGone = await failureOfAgent(call);
		return agentGone === null ? 'deleted' : { agentGone };
	}
	return status === 200 ? 'failed' : 'refused';
}

/** Whether the service itself says something of what was requested, so that a retry would get the same. */
function isOfService(error: ApiError): boolean {
	const { status, type } = error;
	return status !== null && type !== 'insufficient_scope' && !isForeign(error) && !isPassing(error);
}

/** Without the service's error format, so that a proxy may have sent it. */
function isForeign({ type, status }: ApiError): boolean {
	return type === `http_${status}`;
}

/** As a failure that Temporal retries, whatever status a proxy gave it. */
function passing(error: ApiError): ApiError {
	return isForeign(error) && !isPassing(error) ? changed(error, { status: 502 }) : error;
}

/** An error with other words or another status. */
export function changed(error: ApiError, to: Partial<Pick<ApiError, 'status' | 'title'>>): ApiError {
	const { type, detail, issues, retryAfterMs, outcome, operationId, request } = error;
	const { status = error.status, title = error.title } = to;
	return new ApiError({ type, title, status, detail, issues, retryAfterMs, outcome, operationId, request });
}

/** Whether a failure may be one of this conversation alone. */
export function mayBeOfOne(error: ApiError): boolean {
	const { status, type } = error;
	if (isKeyRefused(error) || status === TOO_MANY_REQUESTS || type === 'insufficient_scope') return false;
	if (status === null) return type === 'timeout' || type === 'connection_lost';
	return isForeign(error) || isPassing(error);
}

/** The same for this conversation for a long time, while the service gives out others: to wait would not help. */
async function isBrokenAlone(error: ApiError, call: FailedCall): Promise<boolean> {
	const { failing, conversationId } = call;
	if (failing === null || failing.mark !== markOf(conversationId) || !mayBeOfOne(error)) return false;
	if (failing.times < FEWEST_FAILURES || Date.now() - failing.since < FAILING_MS) return false;
	return isOtherRead(call);
}

/** Whether the service answers for another conversation, or for the list if there is no other. */
async function isOtherRead(call: FailedCall): Promise<boolean> {
	if (call.other !== null && (await isAnswered(call, call.other))) return true;
	const others = await othersOfList(call);
	if (others === null) return false;
	if (others.length === 0) return call.other === null;
	// The next one may fail alone as well.
	for (const id of others.slice(0, TRIED)) if (await isAnswered(call, id)) return true;
	return false;
}

async function isAnswered({ api, signal }: FailedCall, id: string): Promise<boolean> {
	try {
		await api.call('getConversation', { params: { id }, signal });
		return true;
	} catch (error) {
		if (error instanceof ApiError) return isOfService(error);
		throw error;
	}
}

/** Null: the service does not give out the list. */
async function othersOfList({ api, agentId, conversationId, other, signal }: FailedCall): Promise<string[] | null> {
	try {
		const query = { limit: LISTED };
		const { items } = await api.call('listConversations', { params: { id: agentId }, query, signal });
		return items.flatMap((item) => idOf(item) ?? []).filter((id) => id !== conversationId && id !== other);
	} catch (error) {
		if (error instanceof ApiError) return isOfService(error) ? [] : null;
		throw error;
	}
}

/** What the service says of an agent that is gone or taken from the key. Null: it has the agent. */
async function failureOfAgent({ api, agentId, signal }: FailedCall): Promise<ApiError | null> {
	try {
		await api.call('listConversations', { params: { id: agentId }, query: { limit: 1 }, signal });
		return null;
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		if (!isOfService(error)) throw passing(error);
		return error.status === 404 || error.status === 403 ? error : null;
	}
}
