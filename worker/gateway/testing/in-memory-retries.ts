import { TaskNotFoundError, type TaskRetries } from '../../tasks';

/** No task is there to be started again. */
export function inMemoryRetries(): TaskRetries {
	const none = (id: string) => Promise.reject(new TaskNotFoundError(id));
	return { find: none, start: ({ id }) => none(id) };
}
