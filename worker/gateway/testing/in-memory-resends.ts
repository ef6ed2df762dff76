import { TaskNotFoundError } from '../../tasks';
import { type TaskResends } from '../../webhooks/task-resends';

/** No task is there that could tell anything again. */
export function inMemoryResends(): TaskResends {
	return { resend: (id) => Promise.reject(new TaskNotFoundError(id)) };
}
