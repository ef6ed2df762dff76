import type { TaskView } from './task-view';

/**
 * How far a running sync is behind: seconds since everything captured until then was read. Before its first pass has
 * ended, that is since its start. Null for all other tasks.
 * @param now milliseconds since 1970
 */
export function syncLagSeconds({ type, status, progress, startedAt }: TaskView, now: number): number | null {
	if (type !== 'lead-sync' || status !== 'running') return null;
	return Math.max(0, Math.round((now - Date.parse(progress?.upToDateAt ?? startedAt)) / 1000));
}
