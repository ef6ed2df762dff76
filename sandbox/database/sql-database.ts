import Libsql from 'libsql';
import { z } from 'zod';

type SqlValue = string | number | null;
type Statement = ReturnType<Libsql.Database['prepare']>;

/** A statement that reads, with the names of its columns. */
interface Query {
	statement: Statement;
	names: string[];
}

/**
 * The embedded database: statements prepared once, rows parsed by a schema, transactions that may be nested.
 *
 * Everything is synchronous, so a transaction can never interleave with another request's.
 */
export class SqlDatabase {
	private openConnection: Libsql.Database | null;
	private readonly statements = new Map<string, Statement>();
	private readonly queries = new Map<string, Query>();

	constructor(file: string) {
		this.openConnection = new Libsql(file);
		// Another process (for example sqlite3) may hold the lock for a moment.
		this.connection.pragma('busy_timeout = 5000');
		this.connection.pragma('journal_mode = WAL');
		// NORMAL: a committed transaction survives the death of the process at any point. Only a power cut can lose the
		// last ones. A service for trials accepts that, and so avoids two disk flushes per request.
		this.connection.pragma('synchronous = NORMAL');
		this.connection.pragma('foreign_keys = ON');
	}

	/** All rows of a query. */
	all<Row extends z.ZodType>(row: Row, sql: string, ...values: SqlValue[]): z.output<Row>[] {
		const { statement, names } = this.query(sql);
		return rowsSchema.parse(statement.all(values)).map((found) => row.parse(named(names, found)));
	}

	/** The first row, or undefined. */
	get<Row extends z.ZodType>(row: Row, sql: string, ...values: SqlValue[]): z.output<Row> | undefined {
		const { statement, names } = this.query(sql);
		const found = statement.get(values);
		return found === undefined ? undefined : row.parse(named(names, valuesSchema.parse(found)));
	}

	/** Runs a statement that changes something. */
	run(sql: string, ...values: SqlValue[]): { changes: number; id: number } {
		const { changes, lastInsertRowid } = this.statement(sql).run(values);
		return { changes, id: Number(lastInsertRowid) };
	}

	/** Runs several statements without values, for example a migration. */
	script(sql: string): void {
		this.connection.exec(sql);
	}

	/** All or nothing. Inside another transaction it joins that one. */
	transaction<Result>(work: () => Result): Result {
		if (this.isInTransaction()) return work();
		this.connection.exec('BEGIN IMMEDIATE');
		try {
			const result = work();
			this.connection.exec('COMMIT');
			return result;
		} catch (error) {
			// SQLite may have rolled back by itself.
			if (this.isInTransaction()) this.connection.exec('ROLLBACK');
			throw error;
		}
	}

	close(): void {
		this.statements.clear();
		this.queries.clear();
		this.openConnection?.close();
		this.openConnection = null;
	}

	/**
	 * A request can still run after its client has disconnected and the servers have closed. Using the closed driver
	 * would then end the whole process.
	 */
	private get connection(): Libsql.Database {
		if (this.openConnection === null) throw new Error('The database is closed.');
		return this.openConnection;
	}

	private isInTransaction(): boolean {
		return this.connection.inTransaction;
	}

	/** The driver returns rows as lists of values. It takes twice as long if it names each value itself. */
	private query(sql: string): Query {
		const known = this.queries.get(sql);
		if (known) return known;
		const statement = this.connection.prepare(sql).raw(true);
		const query = { statement, names: statement.columns().map(({ name }) => name) };
		this.queries.set(sql, query);
		return query;
	}

	private statement(sql: string): Statement {
		const known = this.statements.get(sql);
		if (known) return known;
		const prepared = this.connection.prepare(sql);
		this.statements.set(sql, prepared);
		return prepared;
	}
}

const valuesSchema = z.array(z.unknown());
const rowsSchema = z.array(valuesSchema);

function named(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
	const row: Record<string, unknown> = {};
	for (const [place, name] of names.entries()) row[name] = values[place];
	return row;
}

/** Whether an error reports an existing row with the same unique value. */
export function isUniqueViolation(error: unknown): boolean {
	return error instanceof Libsql.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT_UNIQUE');
}

/** A column that holds 0 or 1. */
export const flagColumn = z.number().transform((value) => value === 1);

/** A column that holds JSON of this shape. */
export function jsonColumn<Schema extends z.ZodType>(schema: Schema) {
	return z
		.string()
		.transform((text): unknown => JSON.parse(text))
		.pipe(schema);
}

const totalRow = z.object({ total: z.number() });

export interface PageQuery<Row extends z.ZodType> {
	row: Row;
	columns: string;
	/** The part after FROM, with a condition. Its values are numbered: ?1, ?2 and so on. */
	from: string;
	values: readonly SqlValue[];
	orderBy: string;
}

/** A page of the rows that meet a condition, and their total number. */
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
