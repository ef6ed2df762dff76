import { SYNC_TYPES } from '../definitions';
import type { TaskService } from '../task-service';
import type { TaskView } from '../task-view';

/** Running syncs of a type that are looked at. */
const MOST_SYNCS = 100;

/** Running syncs that do not move, newest first. @param within only those of these connections. Default: all */
export async function blockedSyncs(tasks: Pick<TaskService, 'list'>, within?: readonly string[]): Promise<TaskView[]> {
	const query = { ended: false, fresh: true, limit: MOST_SYNCS, ...(within === undefined ? {} : { within }) } as const;
	const pages = await Promise.all(SYNC_TYPES.map((type) => tasks.list({ ...query, type })));
	return pages
		.flatMap(({ items }) => items.filter(isBlocked))
		.toSorted((one, other) => other.startedAt.localeCompare(one.startedAt));
}

/** Somebody paused or unpublished it on purpose, or it moves. */
const RESTING = ['paused', 'unpublished'];

function isBlocked({ stage, progress }: TaskView): boolean {
	return stage === 'full' || (progress?.problem !== undefined && !RESTING.includes(stage ?? ''));
}
