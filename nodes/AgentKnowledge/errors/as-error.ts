/** What was thrown, to be thrown on: anything can be thrown, but only errors should be. */
export function asError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new Error(String(thrown));
}
