import { DatabaseError } from 'pg';
import { z } from 'zod';

/**
 * Errors that are about the values of one row: data exceptions, broken constraints, a view's check, what a trigger raises,
 * and a value too long for an index (54000). Everything else is about the database or the table, and concerns all rows.
 */
const OF_ONE_ROW = /^(22|23|44|P0|54000)/;
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

const failureSchema = z.looseObject({ message: z.string().catch(''), code: z.string().optional() });

/** What the database said, without values and without the address. */
export function databaseWords(error: unknown): string {
	if (error instanceof DatabaseError) return `${error.message} (${error.code ?? 'without code'})`;
	const { message = '', code } = failureSchema.safeParse(error).data ?? {};
	return code === undefined ? message : `it could not be reached (${code})`;
}
