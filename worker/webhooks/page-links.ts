import { type ReviewLinks, reviewUrlOf } from '../tasks/reviews/review-links';
import type { PageLinks } from './notices/notice';

/** @param publicUrl of the gateway, without a trailing slash */
export function pageLinks(publicUrl: string, reviews: ReviewLinks): PageLinks {
	const page = (path: string, panel: string) => (taskId: string) =>
		`${publicUrl}${path}#${panel}=${encodeURIComponent(taskId)}`;
	return {
		task: page('/tasks', 'task'),
		sync: page('/syncs', 'task'),
		refusedLeads: page('/syncs', 'refused'),
		failures: `${publicUrl}/tasks?needsAttention=true`,
		syncs: `${publicUrl}/syncs`,
		schedules: `${publicUrl}/schedules`,
		incidents: `${publicUrl}/incidents`,
		review: (event) => reviewUrlOf(reviews, event),
	};
}
