import type { TaskWithLinks } from '../../../../worker/gateway/schemas';
import type { Told } from '../verdict';

/** @returns milliseconds since 1970 */
export function closedAtOf({ closedAt }: TaskWithLinks): number {
	return closedAt === null ? Date.now() : Date.parse(closedAt);
}

/** What a task says of its own writes. @param more where it says that something may be wrong with them */
export function toldOf(task: TaskWithLinks, more: Partial<Told> = {}): Told {
	return {
		...{ status: task.status, unknown: false, ambiguous: false, duplicates: [], closedAt: closedAtOf(task) },
		...more,
	};
}
