import { DatabaseError } from 'pg';
import { shortText } from '../../../workflows/task/failure';
import type { Refusal } from '../destination';
import type { Names } from './tables';

/**
 * Classes of SQLSTATE about the connection, the database or the table, and so about all rows. They include a deadlock,
 * a full disk and a missing right. All others are about the values of one row: data exceptions (22), broken constraints
 * (23), a view's check (44), limits of the program (54), and errors of triggers, with any code.
 */
const OF_ALL_ROWS = /^(0|10|2[04568BD]|3[4BDF]|4[02]|5[3578]|72|F0|HV|XX)/;
/**
 * Classes about the values of the row alone: data exceptions, constraints of the table or the view, limits of the
 * program. A trigger can refuse a row for any reason, also for one that holds for all rows.
 */
const OF_THE_VALUES = /^(22|23|44|54)/;
/** PostgreSQL's routine that refuses a row by a policy of the table. It uses the code of a missing right. */
const POLICY_CHECK = 'ExecWithCheckOptions';
/** The first words show the cause. The values follow them. */
const LONGEST_REASON = 200;

export function isRowError(error: unknown): error is DatabaseError {
	if (!(error instanceof DatabaseError) || error.code === undefined) return false;
	return !OF_ALL_ROWS.test(error.code) || error.routine === POLICY_CHECK;
}

const NOT_NULL_VIOLATION = '23502';

/** A column that the table got since the check, and that no lead fills: all leads would be refused, one by one. */
export function isAboutTable({ code, table, column = '' }: DatabaseError, names: Names): boolean {
	return code === NOT_NULL_VIOLATION && table === names.table && !Object.hasOwn(names.columns, column);
}

/** Why a row was refused. */
export type RowRefusal = Pick<Refusal, 'reason' | 'kind'>;

export function rowRefusal(error: DatabaseError): RowRefusal {
	const ofTheValues = OF_THE_VALUES.test(error.code ?? '');
	return { reason: rowReason(error), ...(ofTheValues ? { kind: 'set_aside' } : {}) };
}

/** The reason why a row was refused, without PostgreSQL's `detail`, which repeats the whole row. */
function rowReason({ message, code, column, constraint }: DatabaseError): string {
	const where = [column && `column ${column}`, constraint && `constraint ${constraint}`].filter(Boolean).join(', ');
	const text = shortText(`PostgreSQL refused the row (${code ?? 'without code'}): ${message}`, LONGEST_REASON);
	return where === '' ? text : `${text} [${where}]`;
}
