import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { ApiError } from '../../../api';
import type { WriteAnswer } from '../../../workflows/task/activities';
import { NOT_YET, type TaskError } from '../../../workflows/task/failure';
import { UnknownKeyError } from '../../temporal/keyring';

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

/** No connection came about, so that nothing can have been done. */
const NOT_SENT = new Set(['connection_refused', 'host_not_found']);

/** What is certain about the effect of a write that failed. */
export function writeAnswerOf(failed: ApiError): WriteAnswer {
	const { status, type, outcome, retryAfterMs } = failed;
	const error = taskErrorOf(failed);
	if (status === 409) return { outcome: 'conflict', error };
	if (status === 429 || NOT_SENT.has(type) || isKeyRefused(failed)) return { outcome: 'not-sent', error, retryAfterMs };
	return { outcome, error };
}

/** Somebody has to put the key back. */
const PAUSE_MS = 5 * 60_000;

/** A key that was removed too early, as Temporal retries it: the task holds until it is back. What is no such error comes back as it is. */
export function keyMissing(error: unknown): unknown {
	if (!(error instanceof UnknownKeyError)) return error;
	const { message } = error;
	const type = 'encryption_key_missing';
	const details: TaskError = {
		...{ type, title: 'An encryption key is missing', status: 503, detail: message, issues: [] },
	};
	return ApplicationFailure.create({ type, message, details: [details], nextRetryDelay: PAUSE_MS });
}

/**
 * Lets the server call the activity again after `delayMs`, through its queue: polling that costs no event.
 * @param details readable from outside while the activity is pending, as its last failure
 */
export function notYet(message: string, delayMs: number, ...details: unknown[]): ApplicationFailure {
	return ApplicationFailure.create({
		type: NOT_YET,
		message,
		nextRetryDelay: Math.max(1, Math.round(delayMs)),
		details,
		// It is no error, so it is neither counted nor logged as one.
		category: ApplicationFailureCategory.BENIGN,
	});
}
