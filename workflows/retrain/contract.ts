import type { TrainingRun } from '../../api';
import type { TrainingNote } from './activities';

/** Input of retrain-and-wait, version 1. */
export interface RetrainInput {
	version: 1;
	/** A connection of the worker's configuration. */
	connection: string;
	agentId: string;
	/** What the task waits for: the agent can chat, or the run has ended. */
	waitUntil: 'canChat' | 'finished';
	/** What to do when a run is active already: follow it, start one after it, or fail. */
	ifActive: 'adopt' | 'wait' | 'fail';
	/** Seconds after which the task stops waiting; left out: no limit. */
	timeoutSeconds?: number;
}

export interface RetrainResult {
	version: 1;
	agentId: string;
	/** The run as the service showed it last; null where the service never showed it. */
	run: TrainingRun | null;
	/** `failed` is kept for readers: a failed run makes the task fail with the type `training_failed`. */
	outcome: 'can_chat' | 'finished' | 'failed';
	/** The run was somebody else's, or cannot be told from one. */
	adopted: boolean;
	/**
	 * Whether the service showed the run as ended. False for a run that goes on (`can_chat`), and for one that shows no
	 * more: then `audit.assumed` says why it counts as finished, and an error of the run would not have been seen.
	 */
	endSeen: boolean;
	canChat: boolean;
	waitedSeconds: number;
	audit: RetrainAudit;
}

/** What was sent to the service and what came of it. */
export interface RetrainAudit {
	/** Requests to start a run that may have reached the service or were refused by it. */
	postAttempts: number;
	/** An answer was lost, so that the run was told by looking. */
	ambiguous: boolean;
	/** Ids of further runs that appeared and may have come from a lost request. */
	duplicates: string[];
	/** What the service showed before the first request; null where the task sent none. */
	before: TrainingNote | null;
	/** What each look showed since a response was lost, the newest ten. */
	looks: TrainingNote[];
	/** What the task concluded though the service did not show it, and why, in a sentence; null: nothing. */
	assumed: string | null;
}
