/** Workflows, and activities that make no API call. People wait for some of them. */
export const INTERNAL_QUEUE = 'agent-knowledge';

/** Events, callbacks and mails to reviewers. */
export const DELIVERIES_QUEUE = 'agent-knowledge:deliveries';

/** Writing of export files, and searches for a person: they last minutes. */
export const ASSEMBLIES_QUEUE = 'agent-knowledge:assemblies';

/** API calls of all connections. The server paces those of each connection, for all workers together. */
export const API_QUEUE = 'api';

/** API calls of one connection, on a server that cannot pace them in one queue. */
export function apiQueue(connection: string): string {
	return `api:${connection}`;
}

/** Where a worker tries out how the server paces. On the queue of the calls, their backlog would distort the result. */
export const FAIRNESS_QUEUE = 'agent-knowledge:fairness';
