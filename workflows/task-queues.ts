/** Workflows, and activities that make no API call. People wait for some of them. */
export const INTERNAL_QUEUE = 'agent-knowledge';

/** Events, callbacks and mails to reviewers. */
export const DELIVERIES_QUEUE = 'agent-knowledge:deliveries';

/** Writing of export files, and searches for a person: they last minutes. */
export const ASSEMBLIES_QUEUE = 'agent-knowledge:assemblies';

/** API calls of one connection. The server limits the dispatch rate for all workers together. */
export function apiQueue(connection: string): string {
	return `api:${connection}`;
}
