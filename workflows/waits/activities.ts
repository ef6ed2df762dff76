import type { Delivery } from '../task/activities';

/** Looks at other workflows, on the worker's own queue. */
export interface WaitActivities {
	/** Fails as `not_yet`, to be retried by the server, until every task has ended. */
	awaitTaskEnds(taskIds: string[]): Promise<void>;
}

/** A wait's callback, and the workflow that tells it: one id tells it once. */
export interface Callback {
	deliveryId: string;
	delivery: Delivery;
}

/** What n8n is told of a wait that is over: whenever it is sent, it is the same. */
export function callbackOf(wait: { waitId: string; callbackUrl: string; deliveryId: string }): Callback {
	const { waitId, callbackUrl: url, deliveryId } = wait;
	return { deliveryId, delivery: { id: waitId, url, payload: { waitId } } };
}
