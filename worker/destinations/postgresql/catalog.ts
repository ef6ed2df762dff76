import type { ClientBase } from 'pg';
import { z } from 'zod';
import { quoted } from './tables';

const columnRow = z.object({ name: z.string(), type: z.string(), required: z.boolean(), filled: z.boolean() });
export type Column = z.infer<typeof columnRow>;

/** @param table quoted, with its schema @returns none if the table does not exist */
export async function columnsOf(client: ClientBase, table: string): Promise<Column[]> {
	const { rows } = await client.query(
		`SELECT a.attname AS name, t.typname AS type,
			a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AS required,
			a.attgenerated <> '' OR a.attidentity = 'a' AS filled
		FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
		WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped`,
		[table],
	);
	return z.array(columnRow).parse(rows);
}

/**
 * Every unique index over exactly these columns takes part in ON CONFLICT. So a deferrable one makes the statement
 * fail, even beside another index. Included columns are not part of an index's key.
 * @param table quoted, with its schema
 * @param what a row is: `lead`
 */
export async function keyProblems(
	client: ClientBase,
	table: string,
	key: readonly string[],
	what: string,
): Promise<string[]> {
	const { rows } = await client.query(
		`SELECT i.indimmediate AS immediate FROM pg_index i
		WHERE i.indrelid = to_regclass($1) AND i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL
			AND (SELECT array_agg(a.attname::text ORDER BY a.attname) FROM pg_attribute a
				WHERE a.attrelid = i.indrelid AND a.attnum = ANY ((i.indkey::int2[])[:i.indnkeyatts - 1])) = $2::text[]`,
		[table, key.toSorted()],
	);
	const indexes = z.array(z.object({ immediate: z.boolean() })).parse(rows);
	const [over, create] = [
		`a unique index over (${key.join(', ')})`,
		`CREATE UNIQUE INDEX ON ${table} (${key.map(quoted).join(', ')})`,
	];
	if (indexes.length === 0) return [`needs ${over}, so that no ${what} is written twice: ${create}`];
	if (indexes.every(({ immediate }) => immediate)) return [];
	return [
		`has ${over} that is DEFERRABLE, so that no ${what} can be written; drop that constraint, then run ${create}`,
	];
}

/** @param table quoted, with its schema */
export async function may(client: ClientBase, table: string, rights: readonly string[]): Promise<boolean> {
	const { rows } = await client.query(
		'SELECT bool_and(has_table_privilege($1, each)) AS may FROM unnest($2::text[]) AS each',
		[table, rights],
	);
	return z.array(z.object({ may: z.boolean() })).parse(rows)[0]?.may === true;
}
