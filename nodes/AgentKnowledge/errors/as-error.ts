/** Code can throw anything. What is not an error becomes one, so that callers can rethrow it with a message and a stack. */
export function asError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new Error(String(thrown));
}
