import { z } from 'zod';
import type { SqlDatabase, SqlValue } from './sql-database';

const totalRow = z.object({ total: z.number() });

export interface PageQuery<Row extends z.ZodType> {
	row: Row;
	columns: string;
	/** What follows FROM, with a condition. Its values are numbered: ?1, ?2 and so on. */
	from: string;
	values: readonly SqlValue[];
	orderBy: string;
}

/** A page of the rows that meet a condition, and how many there are of them. */
export function selectPage<Row extends z.ZodType>(
	database: SqlDatabase,
	{ row, columns, from, values, orderBy }: PageQuery<Row>,
	limit: number,
	offset: number,
): { items: z.output<Row>[]; total: number } {
	const place = `LIMIT ?${values.length + 1} OFFSET ?${values.length + 2}`;
	const page = `SELECT ${columns} FROM ${from} ORDER BY ${orderBy} ${place}`;
	const count = database.get(totalRow, `SELECT count(*) AS total FROM ${from}`, ...values);
	return { items: database.all(row, page, ...values, limit, offset), total: count?.total ?? 0 };
}
