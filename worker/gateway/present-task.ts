import type { TaskView } from '../tasks';
import type { TaskStarted, TaskWithLinks } from './schemas';

/** The task as it goes over the wire, with the address at which it can be read. */
export function presentTask(task: TaskView): TaskWithLinks {
	return {
		...task,
		progress: task.progress === null ? null : { ...task.progress, ...lagOf(task) },
		result: task.result === null ? null : { ...task.result },
		links: linksOf(task.id),
	};
}

/** How far a running sync is behind. */
function lagOf({ status, progress }: TaskView): { lagSeconds?: number } {
	if (status !== 'running' || progress?.upToDateAt === undefined) return {};
	return { lagSeconds: Math.max(0, Math.round((Date.now() - Date.parse(progress.upToDateAt)) / 1000)) };
}

/** What the answer to a start tells. */
export function presentStarted({ id, type, status }: TaskView): TaskStarted {
	return { id, type, status, links: linksOf(id) };
}

/** The id has a slash, so it is encoded. */
function linksOf(id: string): { self: string } {
	return { self: `/v1/tasks/${encodeURIComponent(id)}` };
}
