import { beginDelivery } from './begin-delivery';
import type { TaskEvent } from './event';

/** One event that was published before, and who is told of it once more. */
export interface Resending {
	event: TaskEvent;
	subscriptionIds: string[];
}

/**
 * Sends events that were published before again, each with its own id, so that a receiver that has it already knows it.
 * @param again of this repeat: another one sends once more
 */
export async function resendEvents(resendings: Resending[], again: string): Promise<void> {
	for (const { event, subscriptionIds } of resendings)
		for (const subscriptionId of subscriptionIds) await beginDelivery(subscriptionId, event, again);
}
