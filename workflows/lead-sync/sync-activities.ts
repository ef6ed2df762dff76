import { ActivityCancellationType } from '@temporalio/workflow';
import { apiCalls } from '../task/dispatch-calls';
import type { LeadSyncActivities } from './activities';

/**
 * A page is one API call and up to a hundred writes. Retried through the queue without a limit. A cancellation waits for
 * the end of a running attempt, and withdraws one that waits for its next turn.
 */
export function syncActivities(connection: string): LeadSyncActivities {
	return apiCalls<LeadSyncActivities>(connection, 'read', {
		startToCloseTimeout: '20 minutes',
		heartbeatTimeout: '45 seconds',
		retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
		cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
	});
}
