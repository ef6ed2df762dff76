import { type ClientBase, DatabaseError } from 'pg';
import { z } from 'zod';
import type { Lead } from '../../../api';
import { shortText } from '../../../workflows/task/failure';
import type { LeadsOf, PersonAtDestination, Written } from '../destination';
import { sourceOf, TOO_DEEP } from '../lead-source';
import { isThere, type Names, quoted } from './tables';

/** A statement of PostgreSQL's protocol takes no more values. */
const MOST_VALUES = 65_535;

/**
 * Writes leads inside a transaction. One whose key is there already is left alone. When a row is refused, the leads are
 * halved until it stands alone.
 */
export async function insertLeads(
	client: ClientBase,
	names: Names,
	of: LeadsOf,
	leads: readonly Lead[],
): Promise<Written> {
	if (leads.length === 0) return { written: 0, refused: [] };
	// A constraint that were checked at the end would hold up a whole page for one lead.
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
	if (lead !== undefined && leads.length === 1)
		return { written: 0, refused: [{ leadId: lead.id, reason: answer.reason }] };
	const middle = Math.ceil(leads.length / 2);
	const all = await insertAll(client, names, of, leads.slice(0, middle));
	add(all, await insertAll(client, names, of, leads.slice(middle)));
	return all;
}

/** @returns how many rows were new, or why one was refused, when nothing of this was written */
async function insertOrReason(
	client: ClientBase,
	names: Names,
	of: LeadsOf,
	leads: readonly Lead[],
): Promise<number | { reason: string }> {
	const values = valuesOrReason(names, of, leads);
	if (!Array.isArray(values)) return values;
	await client.query('SAVEPOINT leads');
	try {
		const { rowCount } = await client.query(insertStatement(names, leads.length), values);
		await client.query('RELEASE SAVEPOINT leads');
		return rowCount ?? 0;
	} catch (error) {
		if (!isRowError(error)) throw error;
		await client.query('ROLLBACK TO SAVEPOINT leads');
		return { reason: rowReason(error) };
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

/** Fields of a lead may go so deep that no JSON can be made of them. */
function valuesOrReason({ columns }: Names, of: LeadsOf, leads: readonly Lead[]) {
	try {
		return leads.flatMap((lead) => Object.values(columns).map((source) => sourceOf(source, of, lead)));
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		return { reason: TOO_DEEP };
	}
}

const countSchema = z.array(z.object({ count: z.coerce.number<string>() }));

/** How many rows have the person's address, or are one of the person's leads. 0 where the table is not there. */
export async function countRowsOf(client: ClientBase, names: Names, person: PersonAtDestination): Promise<number> {
	if (!(await isThere(client, names.leads))) return 0;
	const { where, values } = rowsOf(names, person);
	const { rows } = await client.query(`SELECT count(*) FROM ${names.leads} WHERE ${where}`, values);
	return countSchema.parse(rows)[0]?.count ?? 0;
}

/** Why one of the person's leads was refused may tell of the person too. */
export async function deleteRowsOf(client: ClientBase, names: Names, person: PersonAtDestination): Promise<void> {
	if (await isThere(client, names.syncs)) await forgetRefused(client, names, person);
	if (!(await isThere(client, names.leads))) return;
	const { where, values } = rowsOf(names, person);
	await client.query(`DELETE FROM ${names.leads} WHERE ${where}`, values);
}

/** A page that is being written meanwhile finds the row moved on, and begins anew. */
async function forgetRefused(client: ClientBase, { syncs }: Names, { leads }: PersonAtDestination): Promise<void> {
	await client.query(
		`UPDATE ${syncs} SET version = version + 1, refused = (
			SELECT coalesce(jsonb_agg(each), '[]') FROM jsonb_array_elements(refused) AS each
			WHERE (connection, each->>'leadId') NOT IN (SELECT * FROM unnest($1::text[], $2::text[]))
		) WHERE refused <> '[]'`,
		[leads.map(({ connection }) => connection), leads.map(({ leadId }) => String(leadId))],
	);
}

/** A mapped table may keep no address, and ids as any type. */
function rowsOf({ columns, key }: Names, { email, leads }: PersonAtDestination) {
	const [connection, id] = key.map((column) => `${quoted(column)}::text`);
	const ofLeads = `(${connection}, ${id}) IN (SELECT * FROM unnest($1::text[], $2::text[]))`;
	const values = [leads.map((lead) => lead.connection), leads.map(({ leadId }) => String(leadId))];
	const addresses = Object.keys(columns).filter((column) => columns[column] === 'email');
	if (addresses.length === 0) return { where: ofLeads, values };
	const ofAddress = addresses.map((column) => `lower(trim(${quoted(column)}::text)) = $3`);
	return { where: [ofLeads, ...ofAddress].join(' OR '), values: [...values, email] };
}

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
