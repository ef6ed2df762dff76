/** One read that the gateway needs to answer a person: before a task starts, and for lists to choose from. */
export type LookUpQuestion =
	| { read: 'training-status'; agentId: string }
	| { read: 'leads'; agentId: string }
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
 * - `readable`: the key may read what was asked for: the agent's training status, or its leads.
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
