import type { ClientBase } from 'pg';
import { z } from 'zod';
import type { Names } from './tables';

const typeRow = z.object({ name: z.string(), type: z.string(), list: z.string().nullable() });
/** By the name of the column. */
export type ColumnTypes = ReadonlyMap<string, z.infer<typeof typeRow>>;

/**
 * The types of the columns without their lengths, as statements name them: -1 keeps `bit` from meaning one bit. Read in
 * each transaction, because a type may change while the worker runs. `list` is null if the values cannot be given as a
 * list of that type: there is none of lists, one of boxes has no commas, and one of rows becomes several columns.
 */
export async function typesOf(client: ClientBase, { leads, columns }: Names): Promise<ColumnTypes> {
	const { rows } = await client.query(
		`SELECT a.attname AS name, format_type(t.oid, -1) AS type,
			CASE WHEN t.typarray <> 0 AND t.typdelim = ',' AND t.typcategory <> 'C' THEN format_type(t.typarray, -1) END AS list
		FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
		WHERE a.attrelid = to_regclass($1) AND a.attname = ANY ($2) AND a.attnum > 0`,
		[leads, Object.keys(columns)],
	);
	return new Map(
		z
			.array(typeRow)
			.parse(rows)
			.map((row) => [row.name, row]),
	);
}

/** Rows that a statement is given, with one list for each column. */
export interface GivenRows {
	/** The value of each column, as its type. */
	values: string[];
	/** What they are selected from. */
	from: string;
}

export function givenRows(names: readonly string[], types: ColumnTypes): GivenRows {
	const lists = names.map((name, place) => `$${place + 1}::${types.get(name)?.list ?? 'text[]'}`);
	const columns = names.map((_, place) => `v${place}`);
	const values = names.map((name, place) => {
		const type = types.get(name);
		return type?.list === null ? `v${place}::${type.type}` : `v${place}`;
	});
	return { values, from: `unnest(${lists.join(', ')}) AS given (${columns.join(', ')})` };
}
