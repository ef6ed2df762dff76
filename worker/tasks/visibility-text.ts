import { UNSEARCHABLE } from '../../workflows/task/searchable-text';

/** @throws Error if the text could end the quotation */
export function quoted(text: string): string {
	if (UNSEARCHABLE.test(text)) throw new Error('A query of Temporal cannot contain this text.');
	return `'${text}'`;
}

/** Values of one query, and tasks of a page. */
export const AT_ONCE = 100;

/** Values in groups, each small enough for one query. */
export function groupsOfQuery<Value>(values: readonly Value[]): Value[][] {
	return Array.from({ length: Math.ceil(values.length / AT_ONCE) }, (_, nth) =>
		values.slice(nth * AT_ONCE, (nth + 1) * AT_ONCE),
	);
}
