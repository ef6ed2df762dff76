/** How long a list in the editor waits for the rate limit before it shows an error instead. Milliseconds. */
export const EDITOR_PATIENCE_MS = 5_000;
