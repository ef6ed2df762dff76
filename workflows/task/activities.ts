import type { TaskError } from './failure';

export interface AgentPage {
	agentIds: string[];
	/** Where the next page begins; null after the last one. */
	next: number | null;
}

/** Activities on the queue of a connection; each makes one API call. */
export interface AgentActivities {
	/** At most 100 of the agents that the key can see. @param offset how many come before them */
	readAgentPage(offset: number): Promise<AgentPage>;
}

export interface Delivery {
	/** Also the `webhook-id`: the same in every attempt. */
	id: string;
	url: string;
	/** JSON of the body. */
	payload: Record<string, string>;
}

/** What became of a delivery: it was taken, or there is nobody (any more) who would take it. */
export interface DeliveryResult {
	outcome: 'delivered' | 'not-wanted';
	/** HTTP status of the last answer. */
	status: number;
}

/** Tells others, on the worker's own queue. */
export interface DeliveryActivities {
	deliver(delivery: Delivery): Promise<DeliveryResult>;
}

/** What a schedule has counted since it was made. */
export interface ScheduleCounts {
	/** How often Temporal found a time that was too long ago: the same one again at each look, until the next run. */
	missed: number;
	/** Times that came while the run before was still under way. */
	skipped: number;
	/** Times of the span that have no run, where it was looked at. */
	withoutRun?: number;
}

/** What a run of a schedule can tell of: ISO 8601. */
export interface RunSpan {
	/** When the last run that completed was due; null when none has. */
	since: string | null;
	/** When this run was due. */
	dueAt: string;
}

/** Looks at schedules, on the worker's own queue. */
export interface ScheduleActivities {
	/** Nothing is counted for a schedule that is not there any more. */
	countScheduleTimes(scheduleId: string, span: RunSpan): Promise<ScheduleCounts>;
}

/**
 * What came of one write that failed.
 *
 * - `conflict`: it is not possible now (409).
 * - `refused`: the service said no for good, and did nothing.
 * - `not-sent`: provably no effect, worth another try: the rate limit (429), a key that is refused and will be replaced
 *   (401), or no connection came about.
 * - `ambiguous`: the answer was lost; it may have taken effect.
 */
export type WriteAnswer =
	| { outcome: 'conflict' | 'ambiguous'; error: TaskError }
	| { outcome: 'refused'; error: TaskError }
	| { outcome: 'not-sent'; error: TaskError; retryAfterMs: number | null };
