import { Problem } from '../problems/problem';

/** @param queue the task queue that nobody polls */
export function noWorker(connection: string, queue: string): Problem {
	return new Problem({
		type: 'no_worker',
		title: 'No worker is polling',
		status: 503,
		detail: `No worker is polling the task queue "${queue}", so nobody can ask the service of the connection "${connection}". Start one with: agent-knowledge worker --config <file>, where the file has this connection and the same temporal section as the gateway's. Then try again.`,
		issues: [{ path: 'connection', message: 'has no worker at the moment' }],
		retryAfterSeconds: 10,
	});
}

export function lookUpTimedOut(connection: string, timeoutMs: number): Problem {
	return new Problem({
		type: 'look_up_timed_out',
		title: 'The connection did not answer in time',
		status: 504,
		detail: `The calls of the connection "${connection}" wait for their turn within its key's limit, and this one had no answer within ${timeoutMs / 1000} s: others came first, or a worker was just lost. Tasks that run go on. Try again in some seconds.`,
		issues: [{ path: 'connection', message: `had no answer within ${timeoutMs / 1000} s` }],
		retryAfterSeconds: 10,
	});
}
