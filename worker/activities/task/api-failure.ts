import { ApplicationFailure } from '@temporalio/common';
import { ApiError } from '../../../api';
import type { TaskError } from '../../../workflows/task/failure';

/** The longest wait that somebody else may ask for. Milliseconds. */
export const MAX_WAIT_MS = 10 * 60_000;

/** Failures without a whole answer that pass by themselves. */
const PASSING = new Set([
	'connection_refused',
	'host_not_found',
	'connection_lost',
	'timeout',
	'unreadable_reply',
	'cancelled',
]);

const KEY_ADVICE =
	"The task waits, and goes on by itself once the connection's apiKey is valid (docs/alerts.md, key refused).";

/**
 * A failed call as Temporal retries it, or not: 408, 429, 5xx and lost connections go through the queue again, after
 * what the service asked for (10 min at most); so does 401, because a key that was revoked is replaced under open tasks.
 * Everything else ends the task, with the service's own words. A whole
 * reply that is not what the service documents is final too: it would be the same for ever.
 * What is no ApiError comes back as it is.
 */
export function apiFailure(error: unknown): unknown {
	if (!(error instanceof ApiError)) return error;
	return ApplicationFailure.create({
		type: error.type,
		message: isKeyRefused(error) ? `${error.message} ${KEY_ADVICE}` : error.message,
		nonRetryable: !isPassing(error),
		details: [taskErrorOf(error)],
		...(error.retryAfterMs === null ? {} : { nextRetryDelay: Math.min(error.retryAfterMs, MAX_WAIT_MS) }),
	});
}

export function taskErrorOf({ type, title, status, detail, issues, message }: ApiError): TaskError {
	return {
		type,
		title,
		status: statusOf(status),
		detail: detail ?? message,
		issues: issues.map(({ path, message: text }) => ({ path, message: text })),
	};
}

/** Without an answer: 503. An answer that is no refusal, and yet of no use: 502. */
function statusOf(status: number | null): number {
	if (status === null) return 503;
	return status < 400 ? 502 : status;
}

/** Whether the same call may succeed later. */
export function isPassing({ type, status }: ApiError): boolean {
	if (PASSING.has(type) || isKeyRefused({ status })) return true;
	return status !== null && (status === 408 || status === 429 || status >= 500);
}

/** The key is revoked, expired or mistyped (specification, part 5): nothing was done, and another key is needed. */
export function isKeyRefused({ status }: { status: number | null }): boolean {
	return status === 401;
}
