import { ApplicationFailure } from '@temporalio/common';
import type { RowError } from './contract';

/** Why a task did not complete, in the shape of the service's error envelope (specification, part 7). */
export interface TaskError {
	/** Stable. The service's own type if the service refused. */
	type: string;
	title: string;
	status: number;
	detail: string;
	issues: Array<{ path: string; message: string }>;
}

/**
 * A detail of an attempt's failure, beside its error: what the attempts before it got. Temporal keeps only the last
 * failure, and an attempt that succeeds or only has to look again would hide them.
 */
export interface EarlierStatuses {
	/** Status codes, each once. */
	earlierStatuses: number[];
}

/** The type of a failure that only means: check again later. It never reaches a caller. */
export const NOT_YET = 'not_yet';

/** The type of a failed delivery by mail that the mail server may have or not. It is repeated once, and not soon. */
export const MAIL_OUTCOME_UNKNOWN = 'mail_outcome_unknown';

/** The type of a failed call whose connection the configuration no longer has. The task waits until it is back. */
export const CONNECTION_REMOVED = 'connection_removed';

/** The type of a call that was not sent: its connection has enough calls without a response in this worker. */
export const CONNECTION_BUSY = 'connection_busy';

/** The type of a call that was not sent: the service asked for a pause of its key. */
export const CONNECTION_PAUSED = 'connection_paused';

/** The type of the failure of a task that timed out; also its last stage. */
export const TIMED_OUT = 'timed_out';

/** The type of the failure of a cancelled task that carries a partial result; also its last stage. */
export const CANCELLED = 'cancelled';

/** Types of failures that are an end of their own in the table of outcomes. Every other one is `failed`. */
const OWN_ENDINGS = ['needs_person', 'slept_through'];

export function endingOfFailure(failure: unknown): string {
	const type = failure instanceof ApplicationFailure ? failure.type : undefined;
	return endingOfType(type ?? '');
}

/** @param type of the failure or of its error */
export function endingOfType(type: string): string {
	return OWN_ENDINGS.includes(type) ? type : 'failed';
}

/**
 * Ends a task with an error that its caller can read and act on.
 * @param partial what the task did before it failed, in the form of its result
 */
export function taskFailure(
	error: Omit<TaskError, 'issues'> & Partial<Pick<TaskError, 'issues'>> & { audit?: object },
	partial?: object,
): ApplicationFailure {
	const details: TaskError = { ...error, issues: error.issues ?? [] };
	return ApplicationFailure.create({
		type: error.type,
		message: `${error.title}: ${error.detail}`,
		nonRetryable: true,
		details: partial === undefined ? [details] : [details, partial],
	});
}

/** Longest detail in a row: results of many items must stay small. Characters. */
const LONGEST_DETAIL = 300;

/** Why something failed, short enough for one of many result rows. */
export function failedOf(cause: unknown): RowError {
	return shortened(taskErrorOf(cause));
}

export function shortened({ type, title, detail }: RowError): RowError {
	const short = shortText(detail, LONGEST_DETAIL);
	return { type, title, detail: detail.length > LONGEST_DETAIL ? `${short} ...` : short };
}

function taskErrorOf(cause: unknown): RowError {
	const detail = cause instanceof Error ? cause.message : String(cause);
	if (!(cause instanceof ApplicationFailure))
		return { type: 'ended', title: 'The task was ended from outside', detail };
	const known = cause.details?.[0];
	return isTaskError(known) ? known : { type: cause.type ?? 'task_failed', title: 'The task failed', detail };
}

function isTaskError(value: unknown): value is TaskError {
	if (typeof value !== 'object' || value === null) return false;
	return ['type', 'title', 'detail'].every((field) => typeof Reflect.get(value, field) === 'string');
}

/**
 * Shortens text between characters, never inside one, and makes it well formed. Stores of UTF-8 or JSON, such as
 * PostgreSQL's `jsonb`, refuse half a character.
 * @param most UTF-16 units, as text is counted in JavaScript and in spreadsheets
 */
export function shortText(text: string, most: number): string {
	const splitsOne = (text.codePointAt(most - 1) ?? 0) > 0xffff;
	return text.slice(0, splitsOne ? most - 1 : most).toWellFormed();
}
