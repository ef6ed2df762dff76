import type { TrainingRun } from '../../api';
import type { TaskError } from '../task/failure';
import type { ShownTimes } from './contract';

/** What an agent's training status showed at a moment. */
export interface TrainingSnapshot {
	/** A run is active. */
	training: boolean;
	canChat: boolean;
	run: TrainingRun | null;
	/** ISO 8601 UTC, by the worker's clock. */
	at: string;
}

/**
 * Outcome of one request to start a run.
 *
 * - `accepted`: the service accepted it.
 * - `conflict`: a run is active already (409).
 * - `not-sent`: provably no effect, so the workflow may retry: the rate limit (429), or no network connection.
 * - `ambiguous`: the response was lost. It may have started a run.
 *
 * `retryAfterMs`: how long the service asked to wait; null if it did not.
 */
export type StartResponse =
	| { outcome: 'accepted' }
	| { outcome: 'conflict'; error: TaskError }
	| { outcome: 'ambiguous'; error: TaskError; retryAfterMs?: number | null }
	| { outcome: 'not-sent'; error: TaskError; retryAfterMs: number | null };

export interface WatchTraining {
	agentId: string;
	/** The run to follow; null while only `before` is known: the next other one is then ours. */
	runId: string | null;
	/** The run that was there before ours. */
	before: string | null;
	/** Where the watch ends. A watch until `canChat` also ends with the run. */
	until: 'canChat' | 'ended';
	/** Milliseconds since 1970: when the watch began. */
	since: number;
	/** Milliseconds since 1970: before this, progress alone is not worth a report. */
	reportFrom: number;
	/** What was reported last; null when nothing was. */
	reported: TrainingSnapshot | null;
	/** How long a run that was accepted may stay invisible. */
	settleMs: number;
	/** Whether the agent could chat before our request. Default: unknown. */
	couldChat?: boolean;
}

/**
 * - `identified`: the run showed for the first time.
 * - `progress`: it is further than at the last report.
 * - `can-chat`, `ended`: the end of the watch was reached.
 * - `replaced`: the service shows another run instead of the followed one.
 * - `gone`: no run is active, and the service no longer shows the followed one.
 * - `not-visible`: no run is active, and no new one showed within the time to settle.
 */
export interface WatchReport {
	reason: 'identified' | 'progress' | 'can-chat' | 'ended' | 'replaced' | 'gone' | 'not-visible';
	snapshot: TrainingSnapshot;
}

/** Activities on the queue of a connection; each makes one API call. */
export interface TrainingActivities {
	readTraining(agentId: string): Promise<TrainingSnapshot>;
	/** The agent's own times of training. */
	readAgentTimes(agentId: string): Promise<ShownTimes>;
	/** Those of its newest web pages that are settled. */
	readSourceTimes(agentId: string): Promise<ShownTimes>;
	/** Sends one request, once. Throws a final failure when the service refused for good. */
	requestTraining(agentId: string): Promise<StartResponse>;
	/** Fails as `not_yet`, to be retried by the server, until there is something to report. */
	watchTraining(watch: WatchTraining): Promise<WatchReport>;
}
