import { beginCallback } from '../waits/begin-callback';
import type { Callback } from '../waits/callback';
import { beginDelivery } from './begin-delivery';
import type { TaskEvent } from '../task/event';

/** One event that was published before, and who is told of it once more. */
export interface Resending {
	event: TaskEvent;
	subscriptionIds: string[];
}

/**
 * Sends what was sent before again, each event and callback with its own id, so that a receiver that has it already
 * knows it.
 * @param again of this repeat: another one sends once more
 */
export async function resendEvents(
	resendings: Resending[],
	again: string,
	callbacks: readonly Callback[],
): Promise<void> {
	for (const { event, subscriptionIds } of resendings)
		for (const subscriptionId of subscriptionIds) await beginDelivery(subscriptionId, event, again);
	for (const { deliveryId, delivery } of callbacks)
		await beginCallback({ deliveryId: `${deliveryId}/again/${again}`, delivery });
}
