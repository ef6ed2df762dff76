import type { Delivery } from '../task/activities';

/** Reads the state of other workflows, on the worker's own queue. */
export interface WaitActivities {
	/** Fails as `not_yet`, to be retried by the server, until every task has ended. */
	awaitTaskEnds(taskIds: string[]): Promise<void>;
}

/**
 * Of the execution that a wait is for.
 * - `stands`: it waits.
 * - `stopped`: it was stopped or has ended, so nobody waits for the callback.
 * - `unknown`: n8n could not be asked.
 */
export const EXECUTION_STATES = ['stands', 'stopped', 'unknown'] as const;
export type ExecutionState = (typeof EXECUTION_STATES)[number];

/** Asks n8n, on the worker's own queue. */
export interface ExecutionActivities {
	/** Whether the execution still stands that a callback would resume. It resumes nothing. */
	lookAtExecution(callbackUrl: string): Promise<ExecutionState>;
}

/** A wait's callback, and the id of the workflow that delivers it: one id delivers once. */
export interface Callback {
	deliveryId: string;
	delivery: Delivery;
}

/** The callback that n8n gets when a wait has ended: the same in every delivery. */
export function callbackOf(wait: { waitId: string; callbackUrl: string; deliveryId: string }): Callback {
	const { waitId, callbackUrl: url, deliveryId } = wait;
	return { deliveryId, delivery: { id: waitId, url, payload: { waitId } } };
}
