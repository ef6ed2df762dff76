import type { EventData, EventType, TaskEvent } from './event';

/** The task that does all that an earlier one of its agent left undone. */
const RETRAIN = 'retrain-and-wait';

/**
 * Which failures are over by an event, so that people who were told of them are told of the next one at once.
 * @param task what the event is about, with the tasks that it repeats
 */
export function mendedBy<Type extends EventType>(
	type: Type,
	data: EventData[Type],
	{ id, type: taskType, retries = [] }: Pick<TaskEvent['task'], 'id' | 'type'> & { retries?: readonly string[] },
): Pick<TaskEvent, 'mends'> {
	// That a sync stops ends the news that it moves again.
	if (type === 'sync.resumed' || type === 'sync.blocked') return { mends: [id] };
	if (type === 'connection.recovered') return { mends: [] };
	if ('failedTaskId' in data) return { mends: [data.failedTaskId] };
	if (!('succeeded' in data) || data.succeeded !== true) return {};
	if (retries.length > 0) return { mends: [...retries] };
	return taskType === RETRAIN ? { mends: [] } : {};
}
