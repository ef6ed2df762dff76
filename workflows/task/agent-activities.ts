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
