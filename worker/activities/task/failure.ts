import { ApplicationFailure } from '@temporalio/common';
import { ApiError, UnreadableListError } from '../../../api';
import type { WriteResponse } from '../../../workflows/task/activities';
import {
	CONNECTION_BUSY,
	CONNECTION_PAUSED,
	CONNECTION_REMOVED,
	type TaskError,
} from '../../../workflows/task/failure';
import { PAUSE_MARGIN_MS } from '../../pacing';
import { UnknownKeyError } from '../../temporal/keyring';

/** The longest pause that the service or a destination may ask for, in milliseconds. */
export const MAX_WAIT_MS = 10 * 60_000;

/** Failures without a complete response that pass by themselves. */
const PASSING = new Set([
	'connection_refused',
	'host_not_found',
	'connection_lost',
	'timeout',
	'unreadable_reply',
	'cancelled',
	CONNECTION_BUSY,
	CONNECTION_REMOVED,
]);

const KEY_ADVICE =
	"The task waits, and continues by itself once the connection's apiKey is valid (docs/alerts.md, key refused).";

/** A failure that ends the task, because a retry would fail as well. @param error its issues: none by default */
export function finalFailure({
	issues = [],
	...error
}: Omit<TaskError, 'issues'> & Partial<Pick<TaskError, 'issues'>>) {
	const { type, title, detail } = error;
	const message = `${title}: ${detail}`;
	return ApplicationFailure.create({ type, message, nonRetryable: true, details: [{ ...error, issues }] });
}

/**
 * A failed call as a failure that Temporal retries or that ends the task.
 * - Retried: 408, 429, 5xx and lost connections, after the pause that the service asked for (at most 10 min). Also 401,
 * because the operator replaces a revoked key while tasks are open, and a connection that the configuration no longer
 * has, because the operator may add it again.
 * - Final, with the service's own words: everything else. That includes a complete response in an undocumented form,
 * because a retry would get the same.
 * - Final: a list that cannot be read whole.
 * @returns any other error unchanged
 */
export function apiFailure(error: unknown): unknown {
	if (error instanceof UnreadableListError) {
		return finalFailure(listErrorOf(error));
	}
	if (!(error instanceof ApiError)) return error;
	const pauseMs = repeatedAfterMs(error);
	return ApplicationFailure.create({
		type: error.type,
		message: isKeyRefused(error) ? `${error.message} ${KEY_ADVICE}` : error.message,
		nonRetryable: !isPassing(error),
		details: [taskErrorOf(error)],
		...(pauseMs === null ? {} : { nextRetryDelay: Math.min(pauseMs, MAX_WAIT_MS) }),
	});
}

/**
 * Calls that a pause stopped come within this time, in any order, and the one that the service refused comes after them.
 * Otherwise one that is refused again and again is always the first of its key, and the others never have their turn.
 * Milliseconds.
 */
const TURNS_MS = 500;
/** Other workers end a pause by half of the margin later, so the calls that they stopped come later too. */
const REFUSED_LATER_MS = TURNS_MS + PAUSE_MARGIN_MS / 2;
/** A call that waits for the longest pause keeps its place as well. Milliseconds. */
const LONGEST_ASKED_MS = MAX_WAIT_MS - PAUSE_MARGIN_MS - REFUSED_LATER_MS;

/**
 * How long a failed call waits before it is repeated, in milliseconds; null: as long as its activity says. An attempt within
 * the pause that all workers know of would end unsent.
 */
function repeatedAfterMs({ type, status, retryAfterMs }: ApiError): number | null {
	if (status !== 429 || retryAfterMs === null) return retryAfterMs;
	const turnMs = type === CONNECTION_PAUSED ? Math.floor(Math.random() * TURNS_MS) : REFUSED_LATER_MS;
	return Math.min(LONGEST_ASKED_MS, retryAfterMs) + PAUSE_MARGIN_MS + turnMs;
}

export function listErrorOf({ detail }: UnreadableListError): TaskError {
	return {
		type: 'list_unreadable',
		title: 'A list of the service cannot be read whole',
		status: 502,
		detail: `${detail} Start the task again. If it stays so, ask the operator of the service how it gives out the pages of its lists (limit and offset).`,
		issues: [],
	};
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

/** 503 without a response, 502 for a successful response that the client cannot use. */
function statusOf(status: number | null): number {
	if (status === null) return 503;
	return status < 400 ? 502 : status;
}

/** Whether the same call may succeed later. */
export function isPassing({ type, status }: ApiError): boolean {
	if (PASSING.has(type) || isKeyRefused({ status })) return true;
	return status !== null && (status === 408 || status === 429 || status >= 500);
}

/** The key is revoked, expired or mistyped (specification, part 5). The service did nothing, and needs another key. */
export function isKeyRefused({ status }: { status: number | null }): boolean {
	return status === 401;
}

/** There was no connection, so the call had no effect. */
const NOT_SENT = new Set(['connection_refused', 'host_not_found', CONNECTION_BUSY, CONNECTION_REMOVED]);

/** What is certain about the effect of a write that failed. */
export function writeAnswerOf(failed: ApiError): WriteResponse {
	const { status, type, outcome } = failed;
	const retryAfterMs = repeatedAfterMs(failed);
	const error = taskErrorOf(failed);
	if (status === 409) return { outcome: 'conflict', error };
	if (status === 429 || NOT_SENT.has(type) || isKeyRefused(failed)) return { outcome: 'not-sent', error, retryAfterMs };
	return outcome === 'refused' ? { outcome, error } : { outcome, error, retryAfterMs };
}

/** The operator has to put the key back. */
const PAUSE_MS = 5 * 60_000;

/**
 * A key that was removed too early, as a failure that Temporal retries: the task waits until the key is back.
 * @returns any other error unchanged
 */
export function keyMissing(error: unknown): unknown {
	if (!(error instanceof UnknownKeyError)) return error;
	const { message } = error;
	const type = 'encryption_key_missing';
	const details: TaskError = {
		type,
		title: 'An encryption key is missing',
		status: 503,
		detail: message,
		issues: [],
	};
	return ApplicationFailure.create({ type, message, details: [details], nextRetryDelay: PAUSE_MS });
}
