/**
 * Times of tasks and of the activities that they call, with their defaults, in milliseconds. Times that a caller or an
 * operator sets are not among them. Only a test sets others, so that it waits for none of these.
 */
export const TIMING = {
	/**
	 * A state must hold for so long before people are told of it. Services and destinations restart in less, and whoever
	 * reads two messages within a minute acts on neither.
	 */
	holdMs: 60_000,
	/** A sync that has not moved for so long is reported as blocked. A restart takes less. */
	blockedAfterMs: 5 * 60_000,
	/** The pause after a round of a conversation sync in which nothing could be read. */
	blockedPauseMs: 60_000,
	/** The first message about an incident waits until no other failure has come for so long. */
	quietMs: 15_000,
	/** The longest time for which the first message about an incident waits. */
	longestQuietMs: 2 * 60_000,
	/** While a connection fails, one call of it shows so often whether it works again. */
	probeEveryMs: 3 * 60_000,
	/** The first pause between two attempts of a read or of work on files. It doubles with each attempt. */
	retryMs: 2_000,
	longestRetryMs: 60_000,
	/** The first pause between the six attempts of a request that sends an approved email: 30, 60, 120, 240 and 450 s. */
	mailRetryMs: 30_000,
	longestMailRetryMs: 450_000,
	/** The pause before a request is sent again, if no connection was possible or if a 409 and the status contradict. */
	pauseMs: 5_000,
	/** A stopped task continues for so long to look for the effects of requests whose response was lost. */
	lastLookMs: 2 * 60_000,
	/** The first pause between two attempts to deliver an event. Each one is three times as long. */
	eventRetryMs: 5_000,
	/** Between two messages to one webhook of a chat. Slack takes one a second. */
	chatIntervalMs: 1_000,
	/** The pause between two searches for a change of knowledge. Indexing takes seconds. */
	proofMs: 3_000,
	/** A conversation sync looks so often for new agents. One that is added is included within ten minutes. */
	agentsEveryMs: 5 * 60_000,
	/** A lead sync of several looks so often for new agents, for an agent that is back, and for other syncs. */
	agentsLookMs: 10 * 60_000,
	/** A task for each connection waits so long to see the end of a task that it has stopped. A page may be under way. */
	stopMs: 60_000,
	/** If a flow has not asked for leads for so long, the progress says that leads wait for it. */
	silentMs: 2 * 60_000,
};
export type Timing = Readonly<typeof TIMING>;

/** The times that a workflow keeps. Histories of before carry none, so absent ones are the defaults. */
export function timingOf({ timing }: { timing?: Partial<Timing> }): Timing {
	return { ...TIMING, ...timing };
}
