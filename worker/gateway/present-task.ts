import { endOf, shownProgress, type StartedTask, syncLagSeconds, type TaskView, waitsForPerson } from '../tasks';
import type { TaskStarted, TaskWithLinks } from './schemas';

/** The task as it goes over the wire, with the address at which it can be read. */
export function presentTask(task: TaskView): TaskWithLinks {
	const lagSeconds = syncLagSeconds(task, Date.now());
	const progress = shownProgress(task);
	const { outcome, succeeded, reason } = endOf(task) ?? { outcome: null, succeeded: null, reason: null };
	return {
		...task,
		...{ outcome, succeeded, reason },
		progress: progress && { ...progress, ...(lagSeconds === null ? {} : { lagSeconds }) },
		result: task.result === null ? null : { ...task.result },
		waitsForPerson: waitsForPerson(task),
		links: linksOf(task.id),
	};
}

/** What the answer to a start tells. */
export function presentStarted({ id, type, status }: StartedTask): TaskStarted {
	return { id, type, status, links: linksOf(id) };
}

/** A colon, which Temporal puts into the ids of what a schedule begins, may stand in a path as it is. */
function linksOf(id: string): { self: string } {
	return { self: `/v1/tasks/${encodeURIComponent(id).replaceAll('%3A', ':')}` };
}
