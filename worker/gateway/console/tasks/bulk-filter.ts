import type { BulkFilter, TaskItem } from '../api/types';
import { startedIn } from './days';
import type { Filter } from './filters';

/** A filter of the page as a bulk action has it. Null: it has none for the tasks that another task has started. */
export function bulkFilterOf({
	type,
	status,
	connection,
	search,
	parent,
	period,
	from,
	to,
}: Filter): BulkFilter | null {
	if (parent !== undefined) return null;
	return {
		...given({ type, connection, search }),
		...(status === undefined ? {} : { status: status as TaskItem['status'] }),
		...startedIn({ period, from, to }),
	};
}

function given(parts: Readonly<Record<string, string | undefined>>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(parts).flatMap(([name, value]): Array<[string, string]> =>
			value === undefined ? [] : [[name, value]],
		),
	);
}
