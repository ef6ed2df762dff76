import type { ActivityOptions } from '@temporalio/workflow';
import { apiRead, PRIORITY } from '../task/activity-options';

/**
 * An approved mail, tried six times in 15 min with the same key, before everything else that waits for the connection.
 * It is not cut short: after the approval a cancellation comes too late.
 */
export function approvedMail(connection: string): ActivityOptions {
	return {
		...apiRead(connection),
		priority: { priorityKey: PRIORITY.urgent },
		// 30, 60, 120, 240 and 450 s between the tries.
		retry: { initialInterval: '30 seconds', backoffCoefficient: 2, maximumInterval: '450 seconds', maximumAttempts: 6 },
	};
}

/** A look that decides whether an approved mail has to wait for a person. */
export function urgentRead(connection: string): ActivityOptions {
	return { ...apiRead(connection), priority: { priorityKey: PRIORITY.urgent } };
}

/** Work inside the worker. */
export const insideWorker: ActivityOptions = { startToCloseTimeout: '10 seconds' };
