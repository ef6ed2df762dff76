import type { TaskWithLinks } from '../../../../../worker/gateway/schemas';
import type { TaskReport } from '../verdict';

/** @returns milliseconds since 1970 */
export function closedAtOf({ closedAt }: TaskWithLinks): number {
	return closedAt === null ? Date.now() : Date.parse(closedAt);
}

/** What a task reports of its own writes. @param more what it reports as possibly wrong with them */
export function taskReportOf(task: TaskWithLinks, more: Partial<TaskReport> = {}): TaskReport {
	return {
		status: task.status,
		unknown: false,
		ambiguous: false,
		repeats: 0,
		duplicates: [],
		closedAt: closedAtOf(task),
		...more,
	};
}
