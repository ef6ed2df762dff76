/** The idempotency key was used before with another input. */
export class TaskKeyReusedError extends Error {
	override name = 'TaskKeyReusedError';

	constructor(readonly taskId: string) {
		super(
			`This Idempotency-Key was used before with another input, for the task ${taskId}. ` +
				'Send the same input to get that task, or use another key to start a new one.',
		);
	}
}

/** Only one such task can run at a time, and the running one has another input. */
export class TaskExistsError extends Error {
	override name = 'TaskExistsError';

	constructor(readonly taskId: string) {
		super(
			`Such a task already runs with other settings: ${taskId}. Send the same input to get that task; to change ` +
				'its settings, cancel it and start it again.',
		);
	}
}

/** The task has ended and accepts no requests. */
export class TaskEndedError extends Error {
	override name = 'TaskEndedError';

	constructor(readonly taskId: string) {
		super(`The task ${taskId} has ended. Start it again first.`);
	}
}

/** The task has no such action. */
export class UnknownActionError extends Error {
	override name = 'UnknownActionError';

	constructor(
		readonly action: string,
		type: string,
		known: readonly string[],
	) {
		const has = known.length === 0 ? 'no actions' : `the actions ${known.join(', ')}`;
		super(`A task of the type ${type} has ${has}; there is no "${action}".`);
	}
}

/** The task runs, but no worker took the request. */
export class NoWorkerForTaskError extends Error {
	override name = 'NoWorkerForTaskError';

	constructor(readonly taskId: string) {
		super(
			`No worker responded for the task ${taskId}. Start one with: agent-knowledge worker. Then send the request again with the same key.`,
		);
	}
}

export class TaskNotFoundError extends Error {
	override name = 'TaskNotFoundError';

	constructor(readonly taskId: string) {
		super(`There is no task ${taskId}. Tasks are kept for 30 days after their end.`);
	}
}

export class WaitNotFoundError extends Error {
	override name = 'WaitNotFoundError';

	constructor(readonly waitId: string) {
		super(`There is no wait ${waitId}. Waits are kept for 30 days after their end.`);
	}
}

export class InvalidPageTokenError extends Error {
	override name = 'InvalidPageTokenError';

	constructor() {
		super('The page token is not valid. Start again with the first page.');
	}
}

/** Callbacks may only go to hosts in the gateway's setting `callbackHosts`. */
export class CallbackHostError extends Error {
	override name = 'CallbackHostError';

	constructor(readonly host: string) {
		super(
			`Callbacks to ${host} are not allowed. Add it as host:port to gateway.callbackHosts and restart the gateway and the workers.`,
		);
	}
}
