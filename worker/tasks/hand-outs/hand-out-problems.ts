import { Problem } from '../../problems/problem';

/** The task is no lead-sync, or it writes to a destination of the configuration. */
export function notAFlowSync(taskId: string): Problem {
	return new Problem({
		type: 'not_a_flow_sync',
		title: 'The task hands out no leads',
		status: 409,
		detail: `The task ${taskId} is no lead-sync into a flow, so it hands out no leads. Use the id that POST /v1/syncs returned.`,
	});
}

/** The sync was cancelled or failed, and the caller does not want to start it again. */
export function syncEnded(taskId: string, status: string): Problem {
	const how = status === 'cancelled' ? 'was cancelled' : 'has ended';
	return new Problem({
		type: 'sync_ended',
		title: 'The sync of this flow has ended',
		status: 409,
		detail: `The sync ${taskId} ${how}. Publish the flow again to start the sync where it stopped.`,
	});
}
