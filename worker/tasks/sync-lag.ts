import type { TaskView } from './task-view';

/**
 * How far a running sync is behind: seconds since everything captured until then was read. Before its first pass has
 * ended, that is since its start. Null for all other tasks.
 * @param now milliseconds since 1970
 */
export function syncLagSeconds({ type, status, progress, startedAt }: TaskView, now: number): number | null {
	if (type !== 'lead-sync' || status !== 'running') return null;
	return secondsSince(progress?.upToDateAt ?? startedAt, now);
}

/**
 * How far a running sync is behind what it was asked for: 0 while its next look is still to come, since a sync that looks
 * once a day has a lag of hours while all is well. Of one that is held up the next try is always near, so the look that
 * was due counts. Null for all other tasks.
 * @param now milliseconds since 1970
 */
export function syncOverdueSeconds(task: TaskView, now: number): number | null {
	const lag = syncLagSeconds(task, now);
	const due = task.progress?.dueAt ?? task.progress?.nextAt;
	return lag === null || due === undefined ? lag : secondsSince(due, now);
}

function secondsSince(at: string, now: number): number {
	return Math.max(0, Math.round((now - Date.parse(at)) / 1000));
}
