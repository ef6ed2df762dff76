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

/** There can be only one such task at a time, and the one there is has another input. */
export class TaskExistsError extends Error {
	override name = 'TaskExistsError';

	constructor(readonly taskId: string) {
		super(
			`There is such a task already, with other settings: ${taskId}. Send the same input to get that task; to change ` +
				'its settings, cancel it and start it again.',
		);
	}
}

/** The task has ended, so nothing can be asked of it any more. */
export class TaskEndedError extends Error {
	override name = 'TaskEndedError';

	constructor(readonly taskId: string) {
		super(`The task ${taskId} has ended. Start it again first.`);
	}
}

/** What the task was asked for is none of its actions. */
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

/** The task runs, and no worker took up what it was asked. */
export class NoWorkerForTaskError extends Error {
	override name = 'NoWorkerForTaskError';

	constructor(readonly taskId: string) {
		super(
			`No worker answers for the task ${taskId}. Start one with: agent-knowledge worker. Then ask again with the same key.`,
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
