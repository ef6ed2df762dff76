import { TaskNotFoundError, type TaskResends } from '../../tasks';

/** No task is there that could tell anything again. */
export function inMemoryResends(): TaskResends {
	return { resend: (id) => Promise.reject(new TaskNotFoundError(id)) };
}
