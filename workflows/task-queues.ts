/** Workflows, and activities that call no API. People wait for some of them. */
export const INTERNAL_QUEUE = 'agent-knowledge';

/** Events and callbacks on their way to others, who may hold each for as long as it may take. */
export const DELIVERIES_QUEUE = 'agent-knowledge:deliveries';

/** The making of files. */
export const ASSEMBLIES_QUEUE = 'agent-knowledge:assemblies';

/** API calls of one connection. The server limits how fast it hands them out, for all workers together. */
export function apiQueue(connection: string): string {
	return `api:${connection}`;
}
