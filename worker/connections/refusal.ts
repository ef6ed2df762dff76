import type { LookUpResult, LookUpRefusal } from '../../workflows/look-up/activities';
import { CONNECTION_BUSY, CONNECTION_REMOVED } from '../../workflows/task/failure';
import { Problem } from '../problems/problem';

interface Asked {
	connection: string;
	baseUrl: string;
	agentId?: string;
	/** The scope the call needed. */
	scope: string;
}

/** Explains a refusal of the service to a caller who wants to start a task. */
export function refusalOf(refusal: LookUpRefusal, asked: Asked): Problem {
	switch (refusal.status) {
		case 400:
		case 422:
			return requestRefused(refusal, asked);
		case 401:
			return keyRefused(refusal, asked);
		case 403:
			return notAllowed(refusal, asked);
		case 404:
			return asked.agentId === undefined
				? unexpectedResponse(refusal, asked)
				: unknownAgent(refusal, asked, asked.agentId);
		case 429:
			return connectionBusy(refusal, asked);
		case null:
			return noResponse(refusal, asked);
		default:
			return unexpectedResponse(refusal, asked);
	}
}

/** 424: the request depends on a key that does not work. It is not a 502, because a retry would not help. */
function keyRefused(refusal: LookUpRefusal, { connection, baseUrl }: Asked): Problem {
	return new Problem({
		type: 'connection_key_refused',
		title: 'The service refused the API key of the connection',
		status: 424,
		detail: `${baseUrl} refused the key of the connection "${connection}": it is mistyped, revoked or expired. Put a valid key into connections.${connection}.apiKey of the worker's file. The worker reloads it without a restart. ${quoted(refusal)}`,
		issues: [{ path: 'connection', message: 'has an API key that the service refuses' }],
	});
}

function notAllowed(refusal: LookUpRefusal, { connection, baseUrl, scope }: Asked): Problem {
	return new Problem({
		type: 'connection_scope_missing',
		title: 'The API key of the connection may not do this',
		status: 424,
		detail: `The key of the connection "${connection}" (${baseUrl}) lacks the scope ${scope}. Create a key with that scope and put it into connections.${connection}.apiKey. ${quoted(refusal)}`,
		issues: [{ path: 'connection', message: `has an API key without the scope ${scope}` }],
	});
}

/** The service expects ids of another form. It is not a 502, because a retry would not help. */
function requestRefused(refusal: LookUpRefusal, { connection, baseUrl, agentId }: Asked): Problem {
	const path = agentId === undefined ? 'connection' : 'agentId';
	return new Problem({
		type: 'invalid_request',
		title: 'The service refused the request',
		status: 400,
		detail: `Nothing was done. ${baseUrl}, the service of the connection "${connection}", refused the request with the status ${refusal.status ?? 400}. Check the ids. ${quoted(refusal)}`,
		issues: [{ path, message: 'is refused by the service' }],
	});
}

function unknownAgent(refusal: LookUpRefusal, { connection, baseUrl }: Asked, agentId: string): Problem {
	return new Problem({
		type: 'unknown_agent',
		title: 'There is no such agent',
		status: 404,
		detail: `The connection "${connection}" (${baseUrl}) shows no agent "${agentId}". Check the id; if the agent exists, the key may be restricted to other agents. ${quoted(refusal)}`,
		issues: [{ path: 'agentId', message: `"${agentId}" is unknown, or the key is restricted to other agents` }],
	});
}

/** The worker respects the limit, so another program uses the key, or the limit is lower than the setting. */
function connectionBusy({ retryAfterMs }: LookUpRefusal, { connection, baseUrl }: Asked): Problem {
	const seconds = Math.max(1, Math.ceil((retryAfterMs ?? 60_000) / 1000));
	return new Problem({
		type: 'connection_busy',
		title: 'The key of the connection has reached its limit',
		status: 429,
		detail: `${baseUrl} accepts no calls with the key of the connection "${connection}" for ${seconds} s. The worker respects requestsPerMinute. Either the setting is higher than the key's limit, or another program uses the key.`,
		issues: [{ path: 'connection', message: `is busy for ${seconds} s more` }],
		retryAfterSeconds: seconds,
	});
}

/** The worker did not send the call, or the service did not respond. */
function noResponse(refusal: LookUpRefusal, asked: Asked): Problem {
	if (refusal.type === CONNECTION_REMOVED) return notAtWorker(asked);
	return refusal.type === CONNECTION_BUSY ? slow(refusal, asked) : unreachable(refusal, asked);
}

function notAtWorker({ connection }: Asked): Problem {
	return new Problem({
		type: 'connection_not_at_worker',
		title: 'The worker does not have this connection',
		status: 503,
		detail: `The gateway has the connection "${connection}", but the configuration of the worker that got the request does not. Give the gateway and all workers the same connections. Workers reload them within some seconds. Then send the request again.`,
		issues: [{ path: 'connection', message: `"${connection}" is unknown to the worker` }],
		retryAfterSeconds: 10,
	});
}

function slow({ title, retryAfterMs }: LookUpRefusal, { connection }: Asked): Problem {
	const seconds = Math.max(1, Math.ceil((retryAfterMs ?? 10_000) / 1000));
	return new Problem({
		type: 'connection_slow',
		title: 'Other calls of the connection wait for a response',
		status: 503,
		detail: `The worker did not send the call: ${title}. More calls would delay other connections. Send the request again in ${seconds} s. If this lasts, check why the service of the connection "${connection}" responds slowly, or raise concurrency.calls.`,
		issues: [{ path: 'connection', message: 'has too many calls without a response' }],
		retryAfterSeconds: seconds,
	});
}

function unreachable(refusal: LookUpRefusal, { connection, baseUrl }: Asked): Problem {
	return new Problem({
		type: 'connection_unreachable',
		title: 'The service does not answer',
		status: 502,
		detail: `${baseUrl}, the service of the connection "${connection}", is unavailable (${refusal.title}). Check that it runs and that connections.${connection}.baseUrl is right, then send the request again.`,
		issues: [{ path: 'connection', message: `leads to ${baseUrl}, which does not answer` }],
		retryAfterSeconds: 10,
	});
}

/** The service gives out the same agents again, whatever the offset, and says that there are more. */
export function listUnreadable({ connection, baseUrl }: Asked): Problem {
	return new Problem({
		type: 'list_unreadable',
		title: 'A list of the service cannot be read whole',
		status: 502,
		detail: `The service at ${baseUrl} gives out the same agents again, whatever the offset, for connection "${connection}". Enter the id of the agent. Ask the operator of the service how it gives out the pages of its lists.`,
	});
}

function unexpectedResponse(refusal: LookUpRefusal, { connection, baseUrl }: Asked): Problem {
	return new Problem({
		type: 'connection_failed',
		title: 'The service failed',
		status: 502,
		detail: `${baseUrl}, the service of the connection "${connection}", answered with an error. Send the request again later. ${quoted(refusal)}`,
		issues: [{ path: 'connection', message: `answered ${refusal.status ?? 'nothing'}` }],
		retryAfterSeconds: 10,
	});
}

/** Quotes the service's message. */
function quoted({ title, detail }: LookUpRefusal): string {
	return `The service says: ${[title, detail ?? ''].filter((text) => text !== '').join(' - ')}`;
}

/** Refuses a mailbox that the agent does not have. @throws Problem that names the field and the agent's mailboxes */
export function checkSender(answer: LookUpResult, agentId: string, mailboxId: string | undefined): void {
	if (answer.outcome !== 'mailboxes') return;
	const { mailboxes } = answer;
	if (mailboxes.some(({ id, isDefault }) => (mailboxId === undefined ? isDefault : id === mailboxId))) return;
	const known = mailboxes.map(({ id, address }) => `${id} (${address})`).join(', ') || 'none';
	const message =
		mailboxId === undefined
			? `is needed, because the agent has no default mailbox; it has: ${known}`
			: `"${mailboxId}" is not a mailbox of the agent; it has: ${known}`;
	throw new Problem({
		type: 'unknown_mailbox',
		title: 'There is no such mailbox',
		status: 404,
		detail: `Nothing was done. mailboxId ${message}. The agent is ${agentId}.`,
		issues: [{ path: 'mailboxId', message }],
	});
}

export function unknownConversation(connection: string, agentId: string, sessionId: string): Problem {
	return new Problem({
		type: 'unknown_conversation',
		title: 'There is no such email conversation',
		status: 404,
		detail: `Nothing was done. On the connection "${connection}" the agent ${agentId} has no email conversation "${sessionId}". Check the id, or omit sessionId to start a new one.`,
		issues: [{ path: 'sessionId', message: `"${sessionId}" is unknown` }],
	});
}
