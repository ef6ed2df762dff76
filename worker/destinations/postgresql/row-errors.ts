import { DatabaseError } from 'pg';
import { z } from 'zod';
import { shortText } from '../../../workflows/task/failure';

/**
 * Classes of SQLSTATE that are about the connection, the database or the table, and so about all rows: also a deadlock, a
 * full disk and a right that is missing. All others are about the values of one row: data exceptions (22), broken
 * constraints (23), a view's check (44), limits of the program (54), and what triggers raise, with whatever code.
 */
const OF_ALL_ROWS = /^(0|10|2[04568BD]|3[4BDF]|4[02]|5[3578]|72|F0|HV|XX)/;
/** Where PostgreSQL refuses a row by a policy of the table, under the code of a missing right. */
const POLICY_CHECK = 'ExecWithCheckOptions';
/** The first words are enough to know the cause; the values follow them. */
const LONGEST_REASON = 200;

export function isRowError(error: unknown): error is DatabaseError {
	if (!(error instanceof DatabaseError) || error.code === undefined) return false;
	return !OF_ALL_ROWS.test(error.code) || error.routine === POLICY_CHECK;
}

/** Why a row was refused. PostgreSQL's `detail`, which repeats the whole row, is left out. */
export function rowReason({ message, code, column, constraint }: DatabaseError): string {
	const where = [column && `column ${column}`, constraint && `constraint ${constraint}`].filter(Boolean).join(', ');
	const text = shortText(`PostgreSQL refused the row (${code ?? 'without code'}): ${message}`, LONGEST_REASON);
	return where === '' ? text : `${text} [${where}]`;
}

const failureSchema = z.looseObject({ message: z.string().catch(''), code: z.string().optional() });

/** What the database said, without values and without the address. */
export function databaseWords(error: unknown): string {
	if (error instanceof DatabaseError) return `${error.message} (${error.code ?? 'without code'})`;
	const { message = '', code } = failureSchema.safeParse(error).data ?? {};
	return code === undefined ? message : `it could not be reached (${code})`;
}
