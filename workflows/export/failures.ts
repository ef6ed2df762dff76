import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { taskFailure } from '../task/failures';

export function listChanges(agentId: string): Error {
	return taskFailure({
		type: 'list_changes_too_fast',
		title: 'The list of leads changes faster than it can be read',
		status: 409,
		detail: `The leads of agent ${agentId} were begun anew again and again, because so many were deleted meanwhile. Nothing was kept. Start the task again when the list is quieter, or for a shorter period.`,
	});
}

/** The service says that there is no such agent, or none that the key can see. */
export function isGone(error: unknown): boolean {
	if (!(error instanceof ActivityFailure) || !(error.cause instanceof ApplicationFailure)) return false;
	const [details] = error.cause.details ?? [];
	return typeof details === 'object' && details !== null && 'status' in details && details.status === 404;
}
