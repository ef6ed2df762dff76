/** Workflows, and activities that call no API. */
export const INTERNAL_QUEUE = 'agent-knowledge';

/** API calls of one connection. The server limits how fast it hands them out, for all workers together. */
export function apiQueue(connection: string): string {
	return `api:${connection}`;
}
