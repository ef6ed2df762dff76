/** The idempotency key was used before, with another input. */
export class TaskKeyReusedError extends Error {
	override name = 'TaskKeyReusedError';

	constructor(readonly taskId: string) {
		super(
			`This Idempotency-Key was used before with another input, for the task ${taskId}. ` +
				'Send the same input to get that task, or another key to start a new one.',
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
		super('The page token is not one that this service gave out. Start again with the first page.');
	}
}

/** A callback may go to hosts of the gateway's setting `callbackHosts` only. */
export class CallbackHostError extends Error {
	override name = 'CallbackHostError';

	constructor(readonly host: string) {
		super(`Callbacks to ${host} are not allowed. Add it to the gateway's setting callbackHosts, as host:port.`);
	}
}
