import type { TaskError } from './failure';

export interface AgentPage {
	agentIds: string[];
	/** Where the next page begins; null after the last one. */
	next: number | null;
}

/** Activities on the queue of a connection; each makes one API call. */
export interface AgentActivities {
	/** At most 100 of the agents that the key can access. @param offset how many agents to skip */
	readAgentPage(offset: number): Promise<AgentPage>;
}

export interface Delivery {
	/** Also the `webhook-id`: the same in every attempt. */
	id: string;
	url: string;
	/** JSON of the body. */
	payload: Record<string, string>;
}

/**
 * How a delivery ends.
 *
 * - `delivered`: the receiver accepted it.
 * - `not-wanted`: the receiver no longer wants it.
 * - `unknown`: a mail server got the mail and did not confirm it, also at the repeat.
 */
export const DELIVERY_OUTCOMES = ['delivered', 'not-wanted', 'unknown'] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

export interface DeliveryResult {
	outcome: DeliveryOutcome;
	/** HTTP or SMTP status of the last response; 0 if nothing was sent. */
	status: number;
	/** The part that failed for good, or is unknown, for a person. Absent if all was delivered. */
	note?: string;
	/** The chat's id of the message, which later messages reply to. Absent if the receiver gives none. */
	messageId?: string;
}

/** Sends callbacks, on the worker's own queue. */
export interface DeliveryActivities {
	deliver(delivery: Delivery): Promise<DeliveryResult>;
}

/** What a schedule has counted since it was created. */
export interface ScheduleCounts {
	/** How often Temporal found a missed run. It counts the same one at each check, until the next run. */
	missed: number;
	/** Runs skipped because the previous run was still active. */
	skipped: number;
	/** Due times of the span without a run. Absent if they were not counted. */
	withoutRun?: number;
}

/** The time span that a run of a schedule reports on: ISO 8601. */
export interface RunSpan {
	/** When the last run that completed was due; null when none has. */
	since: string | null;
	/** When this run was due. */
	dueAt: string;
}

/** Reads schedules, on the worker's own queue. */
export interface ScheduleActivities {
	/** All counts are 0 for a schedule that no longer exists. */
	countScheduleTimes(scheduleId: string, span: RunSpan): Promise<ScheduleCounts>;
}

/**
 * Outcome of one write that failed.
 *
 * - `conflict`: it is not possible now (409).
 * - `refused`: the service refused it for good, without an effect.
 * - `not-sent`: provably no effect, so the workflow may retry: the rate limit (429), a refused key that a person will
 *   replace (401), or no network connection.
 * - `ambiguous`: the response was lost. The write may have taken effect.
 */
export type WriteResponse =
	| { outcome: 'conflict'; error: TaskError }
	| { outcome: 'refused'; error: TaskError }
	| { outcome: 'ambiguous'; error: TaskError; retryAfterMs?: number | null }
	| { outcome: 'not-sent'; error: TaskError; retryAfterMs: number | null };
