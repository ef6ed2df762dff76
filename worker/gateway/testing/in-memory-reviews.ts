import type { ReviewService } from '../../tasks/reviews';
import { TaskNotFoundError } from '../../tasks';

/** No reviews: enough for the routes that have nothing to do with them. */
export function inMemoryReviews(): ReviewService {
	const none = (taskId: string) => Promise.reject(new TaskNotFoundError(taskId));
	return { read: none, decide: none };
}
