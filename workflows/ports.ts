import type { TrainingRun } from '../api';
import type { TaskError } from './catalogue';

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
 * What came of one request to start a run.
 *
 * - `accepted`: the service took it.
 * - `conflict`: a run is active already (409).
 * - `not-sent`: provably no effect, worth another try: the rate limit (429), or no connection came about.
 * - `ambiguous`: the answer was lost; it may have started a run.
 */
export type StartAnswer =
	| { outcome: 'accepted' }
	| { outcome: 'conflict' | 'ambiguous'; error: TaskError }
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
}

/**
 * - `identified`: the run showed for the first time.
 * - `progress`: it is further than at the last report.
 * - `can-chat`, `ended`: what was waited for.
 * - `replaced`, `gone`: another run, or none, shows in place of the one that was followed.
 * - `not-visible`: no new run showed within the time to settle.
 */
export interface WatchReport {
	reason: 'identified' | 'progress' | 'can-chat' | 'ended' | 'replaced' | 'gone' | 'not-visible';
	snapshot: TrainingSnapshot;
}

/** Activities on the queue of a connection; each makes one API call. */
export interface TrainingActivities {
	readTraining(agentId: string): Promise<TrainingSnapshot>;
	/** Sends one request, once. Throws a final failure when the service refused for good. */
	requestTraining(agentId: string): Promise<StartAnswer>;
	/** Fails as `not_yet`, to be retried by the server, until there is something to report. */
	watchTraining(watch: WatchTraining): Promise<WatchReport>;
}

/** One read that the gateway needs to answer a person: before a task starts, and for lists to choose from. */
export type LookUpQuestion =
	| { read: 'training-status'; agentId: string }
	/** At most 100 agents. */
	| { read: 'agents'; offset: number };

export interface AgentSummary {
	id: string;
	/** The id again where the service gives no name. */
	name: string;
}

/** Why the service did not answer as asked, in its own words. */
export interface LookUpRefusal {
	/** Null when no answer came. */
	status: number | null;
	title: string;
	detail: string | null;
	retryAfterMs: number | null;
}

/**
 * - `readable`: the key may read the agent's training status.
 * - `page`: agents that the key can see, and whether there are more after them.
 * - `refused`: the service said no, or nothing.
 */
export type LookUpAnswer =
	| { outcome: 'readable' }
	| { outcome: 'page'; agents: AgentSummary[]; more: boolean }
	| { outcome: 'refused'; refusal: LookUpRefusal };

/** The gateway's reads, on the queue of a connection like every other call. */
export interface LookUpActivities {
	/** Makes one read, once. A refusal is an answer. */
	answerLookUp(question: LookUpQuestion): Promise<LookUpAnswer>;
}

/** Everything that the queue of a connection takes. */
export type ConnectionActivities = TrainingActivities & LookUpActivities;

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

/** Activities on the worker's own queue; none calls the API. */
export interface InternalActivities {
	/** Fails as `not_yet`, to be retried by the server, until every task has ended. */
	awaitTaskEnds(taskIds: string[]): Promise<void>;
	deliver(delivery: Delivery): Promise<DeliveryResult>;
}
