import { VERSION } from '../config';
import { keyReused } from '../problems/key-reused';
import { Problem } from '../problems/problem';

/** The idempotency key was used before, with another input. */
export function taskKeyReused(taskId: string): Problem {
	return keyReused(
		`This Idempotency-Key was used before with another input, for the task ${taskId}. Send the same input to get that task, or use another key to start a new one.`,
	);
}

/** Only one such task can run at a time, and the existing one has another input. */
export function taskExists(taskId: string): Problem {
	return new Problem({
		type: 'task_exists',
		title: 'The task exists already',
		status: 409,
		detail: `Such a task already runs with other settings: ${taskId}. Send the same input to get that task. To change its settings, cancel it and start it again.`,
	});
}

/** The task has not ended, so there is no end to report again. */
export function stillRuns(id: string): Problem {
	return new Problem({
		type: 'task_running',
		title: 'The task still runs',
		status: 409,
		detail: `${id} has not ended. It publishes its events by itself when it ends.`,
	});
}

/** The task has ended, so nothing is left to cancel. */
export function nothingToCancel(id: string): Problem {
	return new Problem({
		type: 'task_ended',
		title: 'The task has ended',
		status: 409,
		detail: `${id} has ended, so there is nothing to cancel.`,
	});
}

/** The task has ended, so it accepts no actions. */
export function taskEnded(taskId: string): Problem {
	return new Problem({
		type: 'task_ended',
		title: 'The task has ended',
		status: 409,
		detail: `The task ${taskId} has ended. Start it again first.`,
	});
}

/** The task has no such action. */
export function unknownAction(action: string, type: string, known: readonly string[]): Problem {
	const has = known.length === 0 ? 'no actions' : `the actions ${known.join(', ')}`;
	return new Problem({
		type: 'unknown_action',
		title: 'There is no such action',
		status: 404,
		detail: `In this version (${VERSION}) of the gateway, a task of the type ${type} has ${has}; there is no "${action}".`,
	});
}

/** The task runs, but no worker took the request. */
export function noWorkerForTask(taskId: string): Problem {
	return new Problem({
		type: 'no_worker',
		title: 'No worker is polling',
		status: 503,
		detail: `No worker responded for the task ${taskId}. Start one with: agent-knowledge worker. Then send the request again with the same key.`,
		retryAfterSeconds: 10,
	});
}

/** @param path of the field that names the task; default: the address names it */
export function taskNotFound(taskId: string, path?: string): Problem {
	return new Problem({
		type: 'task_not_found',
		title: 'There is no such task',
		status: 404,
		detail: `${path === undefined ? '' : 'Nothing was done. '}There is no task ${taskId}. Tasks are kept for 30 days after their end.`,
		issues: path === undefined ? [] : [{ path, message: `there is no task ${taskId}` }],
	});
}

export function waitNotFound(waitId: string): Problem {
	return new Problem({
		type: 'wait_not_found',
		title: 'There is no such wait',
		status: 404,
		detail: `There is no wait ${waitId}. Waits are kept for 30 days after their end.`,
	});
}

export function invalidPageToken(): Problem {
	return new Problem({
		type: 'invalid_request',
		title: 'The request is not valid',
		status: 400,
		detail: 'The page token is not valid. Start again with the first page.',
		issues: [{ path: 'pageToken', message: 'was not issued by the gateway' }],
	});
}

/** Callbacks may only go to hosts in the gateway's setting `callbackHosts` (host:port, exact). */
export function callbackNotAllowed(message: string): Problem {
	return new Problem({
		type: 'callback_not_allowed',
		title: 'The callback address is not allowed',
		status: 400,
		detail: `Nothing was done. callbackUrl ${message}.`,
		issues: [{ path: 'callbackUrl', message }],
	});
}

export function leadNotRefused(id: string, leadId: number): Problem {
	return new Problem({
		type: 'lead_not_refused',
		title: 'The lead is not in the list',
		status: 404,
		detail: `The list of refused leads of ${id} has no lead ${leadId}. Somebody retried or dismissed it meanwhile.`,
	});
}

export function leadGone(leadId: number): Problem {
	return new Problem({
		type: 'lead_not_found',
		title: 'The lead is gone',
		status: 404,
		detail: `The service no longer has the lead ${leadId}, or the person was erased. Dismiss it from the list.`,
	});
}

/** A selector with a mistake would else do nothing, and look well. */
export function noConnectionMatches(selector: string): Problem {
	return new Problem({
		type: 'no_connection_matches',
		title: 'No connection has these labels',
		status: 400,
		detail: `Nothing was done. No connection of the configuration has the labels ${selector}. Check the selector and the labels, which GET /v1/connections shows.`,
		issues: [{ path: 'selector', message: 'matches no connection' }],
	});
}
