import type { ClientBase } from 'pg';
import type { Lead } from '../../../api';
import type { LeadsOf, Written } from '../destination';
import { sourceOf, TOO_DEEP } from '../lead-source';
import { quoted, type Names } from './identifiers';
import { isRowError, rowReason } from './row-errors';

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
