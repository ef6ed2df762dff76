import { ActivityCancellationType, type ActivityOptions } from '@temporalio/workflow';
import { apiCalls } from '../task/dispatch-calls';
import type { LeadSyncActivities, StoredPage, SyncedPage } from './activities';
import { packPage, type PackedLeadSyncActivities, unpackResult } from './packed-cursor';

/**
 * Retried through the queue without a limit. The pauses of the retries do not grow, because the attempts count the looks
 * that found nothing new; a failure brings its own pause.
 */
const PAGE: ActivityOptions = {
	startToCloseTimeout: '20 minutes',
	heartbeatTimeout: '20 seconds',
	retry: { initialInterval: '2 seconds', backoffCoefficient: 1 },
	cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
};

/**
 * A page is one API call and up to a hundred writes. Within a pass, a dispatch to a destination may take several pages.
 * A cancellation waits for the end of a running attempt, and withdraws one that waits for its next turn.
 */
export function syncActivities(connection: string): LeadSyncActivities {
	const calls = apiCalls<PackedLeadSyncActivities>(connection, 'read', PAGE);
	const within = apiCalls<PackedLeadSyncActivities>(connection, 'pages', PAGE);
	const { syncLead, storeLead, findNewAgents } = calls;
	return {
		findNewAgents,
		syncLead,
		storeLead,
		async syncPage(page) {
			const { syncPage } = (page.cursor?.pass ?? null) === null ? calls : within;
			return unpackResult<SyncedPage>(await syncPage(packPage(page)), page.cursor);
		},
		async storePage(page) {
			const isWithin = page.ofSeveral !== undefined && (page.cursor?.pass ?? null) !== null;
			const { storePage } = isWithin ? within : calls;
			return unpackResult<StoredPage>(await storePage(packPage(page)), page.cursor);
		},
	};
}
