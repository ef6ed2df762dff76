import type { Delivery } from '../task/delivery-activities';

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
