import { z } from 'zod';

/** The fields that a column of a table can fill. */
export const TABLE_FIELDS = ['type', 'key', 'question', 'answer', 'enabled', 'title', 'content', 'url'] as const;
export type TableField = (typeof TABLE_FIELDS)[number];

/** Characters. */
const LONGEST_TITLE = 200;
/** A spreadsheet has no more. */
export const MOST_COLUMNS = 16_384;
const NO_COLUMN = `must be the title of a column, at most ${LONGEST_TITLE} characters, or its number from 1 on`;

/** The column of each field: its title, or its number from 1 on, which may be a text too. */
export const columnsSchema = z
	.partialRecord(
		z.enum(TABLE_FIELDS),
		z.union(
			[
				z.string().trim().min(1, NO_COLUMN).max(LONGEST_TITLE, NO_COLUMN),
				z.int(NO_COLUMN).min(1, NO_COLUMN).max(MOST_COLUMNS, NO_COLUMN),
			],
			NO_COLUMN,
		),
	)
	.refine((columns) => Object.keys(columns).length > 0, 'is empty; name the column of a field, or remove it');
export type ColumnMapping = Readonly<z.output<typeof columnsSchema>>;
