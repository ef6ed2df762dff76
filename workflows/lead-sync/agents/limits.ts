/** How many agents one sync can have: their cursors and their refused leads travel when it continues as new. */
export const MOST_AGENTS = 200;

/** Milliseconds between two looks for new agents, for an agent that is back, and for other syncs. */
export const AGENTS_LOOK_MS = 10 * 60_000;
