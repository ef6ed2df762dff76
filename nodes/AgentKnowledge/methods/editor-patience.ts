/** Waits for the rate limit while somebody looks at a list that opens: then they are told. Milliseconds. */
export const EDITOR_PATIENCE_MS = 5_000;
