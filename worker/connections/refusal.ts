import { ApiError } from '../../api';
import { Problem } from '../problem';
import { connectionBusy } from './call-budget';

interface Asked {
	connection: string;
	baseUrl: string;
	agentId?: string;
	/** The scope the call needed. */
	scope: string;
}

/** What the service's refusal means for somebody who wants to start a task. Other errors come back as they are. */
export function asRefusal(error: unknown, asked: Asked): unknown {
	if (!(error instanceof ApiError)) return error;
	switch (error.status) {
		case 401:
			return keyRefused(error, asked);
		case 403:
			return notAllowed(error, asked);
		case 404:
			return asked.agentId === undefined ? unexpectedAnswer(error, asked) : unknownAgent(error, asked, asked.agentId);
		case 429:
			return connectionBusy(asked.connection, Math.max(1, Math.ceil((error.retryAfterMs ?? 60_000) / 1000)));
		case null:
			return unreachable(error, asked);
		default:
			return unexpectedAnswer(error, asked);
	}
}

/** 424: what was asked depends on a key that does not work. Trying again does not help, so it is no 502. */
function keyRefused(error: ApiError, { connection, baseUrl }: Asked): Problem {
	return new Problem({
		type: 'connection_key_refused',
		title: 'The service refused the API key of the connection',
		status: 424,
		detail: `${baseUrl} refused the key of the connection "${connection}": it is mistyped, revoked or expired. Put a valid key into connections.${connection}.apiKey and restart the worker. ${quoted(error)}`,
		issues: [{ path: 'connection', message: 'has an API key that the service refuses' }],
	});
}

function notAllowed(error: ApiError, { connection, baseUrl, scope }: Asked): Problem {
	return new Problem({
		type: 'connection_scope_missing',
		title: 'The API key of the connection may not do this',
		status: 424,
		detail: `The key of the connection "${connection}" (${baseUrl}) needs the scope ${scope}. Make a key that has it and put it into connections.${connection}.apiKey. ${quoted(error)}`,
		issues: [{ path: 'connection', message: `has an API key without the scope ${scope}` }],
	});
}

function unknownAgent(error: ApiError, { connection, baseUrl }: Asked, agentId: string): Problem {
	return new Problem({
		type: 'unknown_agent',
		title: 'There is no such agent',
		status: 404,
		detail: `The connection "${connection}" (${baseUrl}) shows no agent "${agentId}". Check the id; if the agent exists, the key may be restricted to other agents. ${quoted(error)}`,
		issues: [{ path: 'agentId', message: `"${agentId}" is unknown, or the key is restricted to other agents` }],
	});
}

function unreachable(error: ApiError, { connection, baseUrl }: Asked): Problem {
	return new Problem({
		type: 'connection_unreachable',
		title: 'The service does not answer',
		status: 502,
		detail: `${baseUrl}, the service of the connection "${connection}", could not be reached (${error.title}). Check that it runs and that connections.${connection}.baseUrl is right, then try again.`,
		issues: [{ path: 'connection', message: `leads to ${baseUrl}, which does not answer` }],
		retryAfterSeconds: 10,
	});
}

function unexpectedAnswer(error: ApiError, { connection, baseUrl }: Asked): Problem {
	return new Problem({
		type: 'connection_failed',
		title: 'The service could not answer',
		status: 502,
		detail: `${baseUrl}, the service of the connection "${connection}", answered with an error. Try again later. ${quoted(error)}`,
		issues: [{ path: 'connection', message: `answered ${error.status ?? 'nothing'}` }],
		retryAfterSeconds: 10,
	});
}

/** The service's own words. */
function quoted({ title, detail }: ApiError): string {
	return `The service says: ${[title, detail ?? ''].filter((text) => text !== '').join(' - ')}`;
}
