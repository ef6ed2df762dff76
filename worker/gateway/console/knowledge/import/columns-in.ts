import type { ColumnMapping, TablePreview } from '../../api/types';

/** The columns that the titles of a table name, from 1 on. */
export function columnsIn(titles: readonly string[], columns: ColumnMapping): TablePreview['columns'] {
	const at = Object.entries(columns).map(([field, name]) => {
		const column = typeof name === 'number' ? name : titles.findIndex((title) => title.trim() === name) + 1;
		return [field, column] as const;
	});
	return Object.fromEntries(at.filter(([, column]) => column > 0 && column <= titles.length));
}
