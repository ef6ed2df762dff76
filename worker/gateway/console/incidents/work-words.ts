import type { OpenIncident } from '../api/types';
import { counted } from '../words/words';

/** What an incident counts, such as `2 syncs, 1 task`. */
export function workWords({ syncs, tasks, schedules }: OpenIncident['blocks']): string {
	const parts = [
		[syncs, 'sync'],
		[tasks, 'task'],
		[schedules, 'schedule'],
	] as const;
	return parts.flatMap(([count, one]) => (count === 0 ? [] : [counted(count, one)])).join(', ');
}
