import type { EventData, TaskEvent } from '../../../workflows/task/event';
import type { ReviewLinks } from './review-links';

/** What is told of a review beside the event: the address of its page, which is a secret and made when it is sent. */
export function reviewUrlOf(links: ReviewLinks, { type, task, data }: TaskEvent): { reviewUrl?: string } {
	if (type !== 'review.requested' || !isReview(data)) return {};
	const { question, expiresAt, keyVersion } = data;
	const link = { taskId: task.id, question, reviewer: null, expiresAt: Date.parse(expiresAt), keyVersion };
	return { reviewUrl: links.of(link) };
}

function isReview(data: TaskEvent['data']): data is EventData['review.requested'] {
	return 'question' in data;
}
