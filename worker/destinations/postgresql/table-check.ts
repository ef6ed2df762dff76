import type { ClientBase } from 'pg';
import { z } from 'zod';
import { quoted, type Names } from './identifiers';

const TEXTS = ['text', 'varchar', 'bpchar', 'citext'];
/** Types of columns that take a source whatever its value is. Others (form fields) are judged value by value. */
const FITTING: Readonly<Record<string, readonly string[]>> = {
	id: ['int8', 'int4', 'numeric', ...TEXTS],
	capturedAt: ['timestamptz', 'timestamp', 'date', ...TEXTS],
	fields: ['jsonb', 'json', ...TEXTS],
};

const columnRow = z.object({ name: z.string(), type: z.string(), required: z.boolean() });
type Column = z.infer<typeof columnRow>;

/** What keeps leads from being written into the table, one sentence each; none: it fits. */
export async function tableProblems(client: ClientBase, names: Names): Promise<string[]> {
	const columns = await columnsOf(client, names);
	if (columns.length === 0)
		return [`names the table ${names.leads}, which is not there, or which the user may not see`];
	const problems = [...missing(columns, names), ...unfit(columns, names), ...unfilled(columns, names)];
	if (problems.length === 0 && !(await hasUniqueKey(client, names)))
		problems.push(
			`needs a unique index over (${names.key.join(', ')}), by which no lead is written twice: ` +
				`CREATE UNIQUE INDEX ON ${names.leads} (${names.key.map(quoted).join(', ')})`,
		);
	if (problems.length === 0 && !(await mayWrite(client, names)))
		problems.push(`needs a user who may SELECT and INSERT in ${names.leads}`);
	return problems;
}

async function columnsOf(client: ClientBase, { leads }: Names): Promise<Column[]> {
	const { rows } = await client.query(
		`SELECT a.attname AS name, t.typname AS type,
			a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AS required
		FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
		WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped`,
		[leads],
	);
	return z.array(columnRow).parse(rows);
}

function missing(columns: Column[], { columns: mapped, leads }: Names): string[] {
	return Object.keys(mapped)
		.filter((name) => !columns.some((column) => column.name === name))
		.map((name) => `has no column ${quoted(name)} in ${leads}`);
}

function unfit(columns: Column[], { columns: mapped }: Names): string[] {
	return columns.flatMap(({ name, type }) => {
		const source = mapped[name];
		if (source === undefined || source.startsWith('fields.')) return [];
		const fitting = FITTING[source] ?? TEXTS;
		if (fitting.includes(type)) return [];
		return [`maps ${source} to the column ${quoted(name)} of the type ${type}; it takes ${fitting.join(', ')}`];
	});
}

function unfilled(columns: Column[], { columns: mapped }: Names): string[] {
	return columns
		.filter(({ name, required }) => required && mapped[name] === undefined)
		.map(({ name }) => `leaves the column ${quoted(name)} empty, which must not be null and has no default`);
}

async function hasUniqueKey(client: ClientBase, { leads, key }: Names): Promise<boolean> {
	const { rowCount } = await client.query(
		`SELECT 1 FROM pg_index i
		WHERE i.indrelid = to_regclass($1) AND i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL
			AND (SELECT array_agg(a.attname::text ORDER BY a.attname) FROM pg_attribute a
				WHERE a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)) = $2::text[]`,
		[leads, key.toSorted()],
	);
	return rowCount !== null && rowCount > 0;
}

async function mayWrite(client: ClientBase, { leads }: Names): Promise<boolean> {
	const sql = `SELECT has_table_privilege($1, 'SELECT') AND has_table_privilege($1, 'INSERT') AS may`;
	const { rows } = await client.query(sql, [leads]);
	return z.array(z.object({ may: z.boolean() })).parse(rows)[0]?.may === true;
}
