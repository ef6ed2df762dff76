import type { Client } from '@temporalio/client';
import type { TaskEvent } from '../../../workflows/events/event';
import type { SubscriptionSettings } from '../../../workflows/subscriptions/subscription-state';
import { listSubscriptions } from '../../subscriptions/read-subscription';

/** The subscriptions that want to be told of an event. */
export async function findSubscribers(client: Client, event: TaskEvent): Promise<string[]> {
	const all = await listSubscriptions(client);
	return all.filter(({ state }) => wants(state.settings, event)).map(({ id }) => id);
}

export function wants(
	{ enabled, events, connection }: Pick<SubscriptionSettings, 'enabled' | 'events' | 'connection'>,
	{ type, task }: Pick<TaskEvent, 'type' | 'task'>,
): boolean {
	return enabled && events.includes(type) && (connection === null || connection === task.connection);
}
