import type { RetrySafety } from '../operations';
import type { ApiError } from './api-error';

/** The longest single wait before a retry, or for the rate limit. Milliseconds. */
export const MAX_WAIT_MS = 10 * 60_000;

/** Requests made for one call at most, the first included. */
export const MAX_ATTEMPTS = 5;

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 60_000;

const REFUSED_BEFORE_SENDING = new Set(['connection_refused', 'host_not_found']);

/**
 * Whether the failed request may be made again: any temporary failure where a repeat is safe, else only a failure
 * that proves that nothing was done (never reached the service, or 429).
 *
 * @param body the request's, which may carry the key that makes its repeat safe
 */
export function mayRetry(error: ApiError, safety: RetrySafety, body: unknown): boolean {
	const notDone = error.status === 429 || REFUSED_BEFORE_SENDING.has(error.type);
	return notDone || (isSafe(safety, body) && isTemporary(error));
}

function isSafe(safety: RetrySafety, body: unknown): boolean {
	if (safety === 'client-message-id') {
		return typeof body === 'object' && body !== null && Reflect.get(body, 'clientMessageId') !== undefined;
	}
	return safety !== 'write-once' && safety !== 'never';
}

function isTemporary({ status, type }: ApiError): boolean {
	if (status !== null) return status === 408 || status >= 500;
	return type === 'connection_lost' || type === 'timeout';
}

/**
 * How long to wait before the next request: what the service asked for, else exponential backoff with full jitter.
 *
 * @param attempt the request that failed, counted from 1
 * @param retryAfterMs what the service asked for, or null
 * @param random in [0, 1)
 * @returns milliseconds, at most 10 minutes
 */
export function retryDelayMs(attempt: number, retryAfterMs: number | null, random: number): number {
	if (retryAfterMs !== null) return Math.min(retryAfterMs, MAX_WAIT_MS);
	return Math.ceil(random * Math.min(FIRST_BACKOFF_MS * 2 ** (attempt - 1), MAX_BACKOFF_MS));
}
