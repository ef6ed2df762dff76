import { type TaskActions, TaskNotFoundError } from '../../tasks';

/** No task is there to be asked. */
export function inMemoryActions(): TaskActions {
	return {
		act: ({ id }) => Promise.reject(new TaskNotFoundError(id)),
		refusedLeads: (id) => Promise.reject(new TaskNotFoundError(id)),
	};
}
