import type { RetrySafety } from '../../../api';
import type { Sent } from './send-once';
import { timing } from './timing';

/** Requests of one call at most, including the first. Retries after a wait for the rate limit do not count. */
export const MOST_ATTEMPTS = 3;
/** Waits for the rate limit in one call at most. */
export const MOST_RATE_WAITS = 5;

/** The request took all the time that it had. */
export function isTimeout(sent: Sent): boolean {
	return !sent.answered && /^(?:ECONNABORTED|ETIMEDOUT)$/.test(sent.code);
}

/** No response, 408 or 5xx: the service may have done what was asked. */
export function isUncertain(sent: Sent): boolean {
	return sent.answered ? sent.status === 408 || sent.status >= 500 : sent.reached === 'perhaps';
}

/**
 * Whether the contract's table allows a retry of the failed request.
 * @param keyed the body has the key that makes a retry of this operation safe
 */
export function mayRepeat(sent: Sent, safety: RetrySafety, keyed: boolean): boolean {
	// n8n itself failed, and would fail again.
	if (!sent.answered && sent.n8nSays !== undefined) return false;
	if (!sent.answered && sent.reached === 'no') return true;
	if (!isUncertain(sent)) return false;
	if (safety === 'idempotency-key' || safety === 'client-message-id') return keyed;
	return safety === 'read' || safety === 'repeatable' || safety === 'delete';
}

/** Exponential, with jitter, so that parallel executions do not come back together. Milliseconds. */
export function backoffMs(attempt: number): number {
	return timing.firstBackoffMs * 2 ** (attempt - 1) * (1 + Math.random());
}
