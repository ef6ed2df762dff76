import { DatabaseError } from 'pg';

/**
 * Classes of errors that are about the values of one row: data exceptions, broken constraints, a view's check, and what
 * a trigger raises. Everything else is about the database or the table, and concerns all rows.
 */
const OF_ONE_ROW = /^(22|23|44|P0)/;
/** The first words are enough to know the cause; the values follow them. */
const LONGEST_REASON = 200;

export function isRowError(error: unknown): error is DatabaseError {
	return error instanceof DatabaseError && error.code !== undefined && OF_ONE_ROW.test(error.code);
}

/** Why a row was refused. PostgreSQL's `detail`, which repeats the whole row, is left out. */
export function rowReason({ message, code, column, constraint }: DatabaseError): string {
	const where = [column && `column ${column}`, constraint && `constraint ${constraint}`].filter(Boolean).join(', ');
	const text = `PostgreSQL refused the row (${code ?? 'without code'}): ${message}`.slice(0, LONGEST_REASON);
	return where === '' ? text : `${text} [${where}]`;
}

/** What the database said, without values and without the address. */
export function databaseWords(error: unknown): string {
	if (error instanceof DatabaseError) return `${error.message} (${error.code ?? 'without code'})`;
	if (!(error instanceof Error)) return 'an unknown error';
	const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
	return code === null ? error.message : `it could not be reached (${code})`;
}
