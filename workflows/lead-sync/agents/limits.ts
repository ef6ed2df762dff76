/** How many agents one sync can have: their cursors and their refused leads travel when it continues as new. */
export const MOST_AGENTS = 200;
