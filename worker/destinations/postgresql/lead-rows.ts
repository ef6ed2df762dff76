import { type ClientBase, DatabaseError } from 'pg';
import { z } from 'zod';
import type { Lead } from '../../../api';
import { shortText } from '../../../workflows/task/failure';
import type { LeadPreview, LeadsOf, PersonAtDestination, Refusal, Written } from '../destination';
import { storableText } from '../../storage/storable-text';
import { sourceOf, TOO_DEEP } from '../lead-source';
import { isThere, type Names, quoted } from './tables';

/** Maximum number of values in a statement of PostgreSQL's protocol. */
const MOST_VALUES = 65_535;

/**
 * Writes leads inside a transaction. A lead with an existing key is skipped. If a row is refused, the leads are halved
 * until that row is alone.
 */
export async function insertLeads(
	client: ClientBase,
	names: Names,
	of: LeadsOf,
	leads: readonly Lead[],
): Promise<Written> {
	if (leads.length === 0) return { written: 0, refused: [] };
	// A constraint checked at the end of the transaction would block a whole page because of one lead.
	await client.query('SET CONSTRAINTS ALL IMMEDIATE');
	const atOnce = Math.floor(MOST_VALUES / Object.keys(names.columns).length);
	const all: Written = { written: 0, refused: [] };
	for (let first = 0; first < leads.length; first += atOnce)
		add(all, await insertAll(client, names, of, leads.slice(first, first + atOnce)));
	await client.query('SET CONSTRAINTS ALL DEFERRED');
	return all;
}

function add(all: Written, { written, refused }: Written): void {
	all.written += written;
	all.refused.push(...refused);
}

async function insertAll(client: ClientBase, names: Names, of: LeadsOf, leads: readonly Lead[]): Promise<Written> {
	const answer = await insertOrReason(client, names, of, leads);
	if (typeof answer === 'number') return { written: answer, refused: [] };
	const [lead] = leads;
	if (lead !== undefined && leads.length === 1) return { written: 0, refused: [{ leadId: lead.id, ...answer }] };
	const middle = Math.ceil(leads.length / 2);
	const all = await insertAll(client, names, of, leads.slice(0, middle));
	add(all, await insertAll(client, names, of, leads.slice(middle)));
	return all;
}

/** @returns the number of new rows, or the reason why a row was refused; then nothing was written */
async function insertOrReason(
	client: ClientBase,
	names: Names,
	of: LeadsOf,
	leads: readonly Lead[],
): Promise<number | RowRefusal> {
	const values = valuesOrReason(names, of, leads);
	if (!Array.isArray(values)) return values;
	await client.query('SAVEPOINT leads');
	try {
		const { rowCount } = await client.query(insertStatement(names, leads.length), values);
		await client.query('RELEASE SAVEPOINT leads');
		return rowCount ?? 0;
	} catch (error) {
		if (!isRowError(error) || isAboutTable(error, names)) throw error;
		await client.query('ROLLBACK TO SAVEPOINT leads');
		return rowRefusal(error);
	}
}

function insertStatement({ leads, columns, key }: Names, rows: number): string {
	const names = Object.keys(columns);
	const row = (index: number) => `(${names.map((_, place) => `$${index * names.length + place + 1}`).join(', ')})`;
	return (
		`INSERT INTO ${leads} (${names.map(quoted).join(', ')}) VALUES ${Array.from({ length: rows }, (_, index) => row(index)).join(', ')} ` +
		`ON CONFLICT (${key.map(quoted).join(', ')}) DO NOTHING`
	);
}

/** The row of a lead, as it would be inserted. */
export function rowOf(names: Names, of: LeadsOf, lead: Lead): LeadPreview {
	const values = valuesOrReason(names, of, [lead]);
	if (!Array.isArray(values)) return { values: {}, refusal: values.reason };
	const columns = Object.keys(names.columns);
	return { values: Object.fromEntries(columns.map((name, place) => [name, values[place] ?? null])), refusal: null };
}

/** Fields of a lead may be nested too deeply for JSON. */
function valuesOrReason(
	{ columns }: Names,
	of: LeadsOf,
	leads: readonly Lead[],
): Array<string | number | null> | RowRefusal {
	try {
		return leads.flatMap((lead) => Object.values(columns).map((source) => sourceOf(source, of, lead)));
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		return { reason: TOO_DEEP, kind: 'set_aside' };
	}
}

const countSchema = z.array(z.object({ count: z.coerce.number<string>() }));

/** The number of rows with the person's address or one of the person's leads. 0 if the table does not exist. */
export async function countRowsOf(client: ClientBase, names: Names, person: PersonAtDestination): Promise<number> {
	if (!(await isThere(client, names.leads))) return 0;
	const { where, values } = rowsOf(names, person);
	const { rows } = await client.query(`SELECT count(*) FROM ${names.leads} WHERE ${where}`, values);
	return countSchema.parse(rows)[0]?.count ?? 0;
}

/** The reason of a refusal may contain personal data too. */
export async function deleteRowsOf(client: ClientBase, names: Names, person: PersonAtDestination): Promise<void> {
	if (await isThere(client, names.syncs)) await forgetRefused(client, names, person);
	if (!(await isThere(client, names.leads))) return;
	const { where, values } = rowsOf(names, person);
	await client.query(`DELETE FROM ${names.leads} WHERE ${where}`, values);
}

/** A page that is being written meanwhile detects the changed row and starts again. */
async function forgetRefused(client: ClientBase, { syncs }: Names, { leads }: PersonAtDestination): Promise<void> {
	await client.query(
		`UPDATE ${syncs} SET version = version + 1, refused = (
			SELECT coalesce(jsonb_agg(each), '[]') FROM jsonb_array_elements(refused) AS each
			WHERE (connection, each->>'leadId') NOT IN (SELECT * FROM unnest($1::text[], $2::text[]))
		) WHERE refused <> '[]'`,
		[leads.map(({ connection }) => connection), leads.map(({ leadId }) => String(leadId))],
	);
}

/** A mapped table may have no address, and ids of any type. */
function rowsOf({ columns, key }: Names, { email, leads }: PersonAtDestination) {
	const [connection, id] = key.map((column) => `${quoted(column)}::text`);
	const ofLeads = `(${connection}, ${id}) IN (SELECT * FROM unnest($1::text[], $2::text[]))`;
	const values = [leads.map((lead) => lead.connection), leads.map(({ leadId }) => String(leadId))];
	const addresses = Object.keys(columns).filter((column) => columns[column] === 'email');
	if (addresses.length === 0) return { where: ofLeads, values };
	const ofAddress = addresses.map((column) => `lower(trim(${quoted(column)}::text)) = $3`);
	return { where: [ofLeads, ...ofAddress].join(' OR '), values: [...values, storableText(email)] };
}

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
function isAboutTable({ code, table, column = '' }: DatabaseError, names: Names): boolean {
	return code === NOT_NULL_VIOLATION && table === names.table && !Object.hasOwn(names.columns, column);
}

type RowRefusal = Pick<Refusal, 'reason' | 'kind'>;

function rowRefusal(error: DatabaseError): RowRefusal {
	const ofTheValues = OF_THE_VALUES.test(error.code ?? '');
	return { reason: rowReason(error), ...(ofTheValues ? { kind: 'set_aside' } : {}) };
}

/** The reason why a row was refused, without PostgreSQL's `detail`, which repeats the whole row. */
export function rowReason({ message, code, column, constraint }: DatabaseError): string {
	const where = [column && `column ${column}`, constraint && `constraint ${constraint}`].filter(Boolean).join(', ');
	const text = shortText(`PostgreSQL refused the row (${code ?? 'without code'}): ${message}`, LONGEST_REASON);
	return where === '' ? text : `${text} [${where}]`;
}
