import type { TaskEvent } from '../../../workflows/events/event';
import type { SubscriptionSettings, SubscriptionState } from '../../../workflows/subscriptions/subscription-state';

/** The subscriptions that want to be told of an event. @param list all there are */
export async function findSubscribers(
	list: () => Promise<Array<{ id: string; state: SubscriptionState }>>,
	event: TaskEvent,
): Promise<string[]> {
	const all = await list();
	return all.filter(({ state }) => wants(state.settings, event)).map(({ id }) => id);
}

export function wants(
	{ enabled, events, connection }: Pick<SubscriptionSettings, 'enabled' | 'events' | 'connection'>,
	{ type, task }: Pick<TaskEvent, 'type' | 'task'>,
): boolean {
	return enabled && events.includes(type) && (connection === null || connection === task.connection);
}
