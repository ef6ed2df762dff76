import { listTasks } from './client';
import type { TaskItem } from './types';

/** The types of tasks that run until they are cancelled. A test compares them with the definitions of the tasks. */
export const SYNC_TYPES = ['lead-sync', 'conversation-sync'] as const;

/** Syncs of every type, the newest first. @param query of one list, without its type */
export async function listSyncs(query: Record<string, string>): Promise<TaskItem[]> {
	const pages = await Promise.all(SYNC_TYPES.map((type) => listTasks({ ...query, type })));
	return pages.flatMap(({ items }) => items).toSorted((one, other) => other.startedAt.localeCompare(one.startedAt));
}
