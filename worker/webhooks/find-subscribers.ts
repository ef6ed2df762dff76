import type { TaskEvent } from '../../workflows/task/event';
import type { SubscriptionSettings, SubscriptionState } from '../../workflows/subscriptions/state';

/** The subscriptions that want to be told of an event. @param all there are */
export function findSubscribers(
	all: ReadonlyArray<{ id: string; state: SubscriptionState }>,
	event: TaskEvent,
): string[] {
	return all.filter(({ state }) => wants(state.settings, event)).map(({ id }) => id);
}

export function wants(
	{ enabled, events, connection }: Pick<SubscriptionSettings, 'enabled' | 'events' | 'connection'>,
	{ type, task }: Pick<TaskEvent, 'type' | 'task'>,
): boolean {
	return enabled && events.includes(type) && (connection === null || connection === task.connection);
}
