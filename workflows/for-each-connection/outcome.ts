import type { TaskProgress } from '../task/visibility';
import type { EachRow, EachStatus, ForEachConnectionResult } from './contract';
import type { EachTask } from './task';

/** A row for each connection that was selected at some time. */
export function resultOf({ input, state }: EachTask): ForEachConnectionResult {
	const { selector, type } = input;
	return { version: 1, selector, type, counts: countRows(state.rows), rows: state.rows };
}

export function countRows(rows: readonly EachRow[]): Record<EachStatus, number> {
	const counts = { waiting: 0, running: 0, completed: 0, not_done: 0, cancelled: 0, refused: 0, left: 0 };
	for (const { status } of rows) counts[status] += 1;
	return counts;
}

const WORDS: ReadonlyArray<[EachStatus, string]> = [
	['running', 'run'],
	['completed', 'did what was asked'],
	['not_done', 'did not'],
	['refused', 'could not be started'],
	['cancelled', 'were cancelled'],
	['waiting', 'had no turn'],
	['left', 'are no longer selected'],
];

/** How many connections there are, and what became of them, in one sentence. */
export function digestOf({ counts, rows }: Pick<ForEachConnectionResult, 'counts' | 'rows'>): string {
	if (rows.length === 0) return 'The selector selects no connection.';
	const parts = WORDS.flatMap(([status, what]) => (counts[status] === 0 ? [] : [`${counts[status]} ${what}`]));
	return `Of ${rows.length} ${rows.length === 1 ? 'connection' : 'connections'}, ${parts.join(', ')}.`;
}

export function progressOf({ state: { rows } }: EachTask): Omit<TaskProgress, 'at'> {
	const counts = countRows(rows);
	return {
		message: digestOf({ counts, rows }),
		itemsDone: rows.length - counts.waiting - counts.running,
		itemsTotal: rows.length,
		itemsFailed: counts.not_done + counts.refused,
	};
}
