import type { RefusedLead } from '../../workflows/lead-sync/contract';
import type { ActionAnswer } from '../../workflows/task/actions';

export interface AskTask {
	id: string;
	/** One of the actions of the task (see its definition). */
	action: string;
	/** 1 to 255 characters: the same action with the same key has the same answer, and is done once. */
	idempotencyKey: string;
	/** Already checked against `taskActions[type][action]`. */
	input: object;
}

/** What running tasks can be asked. */
export interface TaskActions {
	/**
	 * @throws TaskNotFoundError
	 * @throws UnknownActionError when the task has no such action
	 * @throws TaskEndedError when it does not run any more
	 * @throws Problem `idempotency_key_reused` when the key came with another input of the same action
	 * @throws NoWorkerForTaskError when nobody answers for it in time
	 */
	act(ask: AskTask): Promise<Pick<ActionAnswer, 'message'>>;
	/** The leads that a running lead-sync could not write, oldest first. @throws as `act` */
	refusedLeads(id: string): Promise<RefusedLead[]>;
}
