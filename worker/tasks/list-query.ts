import type { TaskStatus } from './task-view';
import type { ListTasks } from './task-service';

/** What each status is in Temporal's visibility; a task's own timeout is a stage, and a cancellation may be one. */
const STATUS: Readonly<Record<TaskStatus, string>> = {
	running: "ExecutionStatus = 'Running'",
	completed: "ExecutionStatus = 'Completed'",
	cancelled: "(ExecutionStatus = 'Canceled' OR (ExecutionStatus = 'Failed' AND AkStage = 'cancelled'))",
	failed:
		"((ExecutionStatus = 'Failed' AND AkStage != 'timed_out' AND AkStage != 'cancelled') OR ExecutionStatus = 'Terminated')",
	timed_out: "(ExecutionStatus = 'TimedOut' OR (ExecutionStatus = 'Failed' AND AkStage = 'timed_out'))",
};

/** The query of a list of tasks. A history that continued as new is not a task of its own. */
export function listQuery({ type, status }: Pick<ListTasks, 'type' | 'status'>): string {
	return [
		type === undefined ? 'AkTask IS NOT NULL' : `AkTask = '${type}'`,
		status === undefined ? "ExecutionStatus != 'ContinuedAsNew'" : STATUS[status],
	].join(' AND ');
}
