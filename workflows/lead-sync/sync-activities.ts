import { ActivityCancellationType, proxyActivities } from '@temporalio/workflow';
import type { LeadSyncActivities } from './activities';
import { PRIORITY } from '../task/activity-options';
import { apiQueue } from '../task-queues';

/**
 * A page is one API call and up to a hundred deliveries. Retried through the queue for as long as it takes; an attempt
 * that has begun is finished, one that waits for its next turn can be taken back.
 */
export function syncActivities(connection: string): LeadSyncActivities {
	return proxyActivities<LeadSyncActivities>({
		taskQueue: apiQueue(connection),
		startToCloseTimeout: '20 minutes',
		heartbeatTimeout: '45 seconds',
		retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
		priority: { priorityKey: PRIORITY.read },
		cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
	});
}
