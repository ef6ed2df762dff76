/** Input of nightly-retrain, version 1. */
export interface NightlyRetrainInput {
	version: 1;
	/** A connection of the worker's configuration. */
	connection: string;
	/** The agents to retrain; left out: all that the key can see when the task begins. */
	agentIds?: string[];
	/** When an agent is done: it can chat, or its run has ended. */
	waitUntil: 'canChat' | 'finished';
	/** What to do about an agent that is in training already: follow that run, start one after it, or fail. */
	ifActive: 'adopt' | 'wait' | 'fail';
	/** How many agents are in training at the same time. */
	atOnce: number;
	/** Seconds after which one agent is given up, so that it cannot hold up the rest or the next night. */
	agentTimeoutSeconds: number;
}

export interface NightlyRetrainResult {
	version: 1;
	connection: string;
	/** The schedule that started the task; null when somebody else did. */
	schedule: ScheduledRun | null;
	counts: Record<RowStatus, number>;
	/** One for each agent, in the order in which they were to be begun. */
	rows: NightlyRetrainRow[];
}

/** - `not_started`: the task was stopped before this agent's turn. */
export type RowStatus = 'completed' | 'failed' | 'timed_out' | 'cancelled' | 'not_started';

/** What became of one agent. */
export interface NightlyRetrainRow {
	agentId: string;
	status: RowStatus;
	/** The retrain-and-wait of this agent; null when it was not begun. */
	taskId: string | null;
	/** Null when no run was followed to where the task wanted it, and where the service never showed it. */
	run: { id: string; pagesCompleted: number; pagesFailed: number } | null;
	adopted: boolean;
	canChat: boolean | null;
	/** As in the result of retrain-and-wait; null when no run was followed to where the task wanted it. */
	endSeen: boolean | null;
	waitedSeconds: number;
	error: { type: string; title: string; detail: string } | null;
}

export interface ScheduledRun {
	id: string;
	/** ISO 8601 UTC: the time the schedule meant. */
	dueAt: string;
	/** Times since the last run that completed that nobody was there for, and that were too long ago to be caught up. */
	missed: number;
	/** Times since the last run that completed that came while another was still under way. */
	skipped: number;
	/** Temporal's own counts in all, by which the next run knows what is new; a missed time may be in it more than once. */
	inAll: { missed: number; skipped: number };
}
