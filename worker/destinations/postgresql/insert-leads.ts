import type { ClientBase } from 'pg';
import type { Lead } from '../../../api';
import type { LeadsOf, Refusal, Written } from '../destination';
import { sourceOf } from '../lead-source';
import { quoted, type Names } from './identifiers';
import { isRowError, rowReason } from './row-errors';

/**
 * Writes leads inside a transaction. One whose key is there already is left alone; when a row is refused, the others are
 * written one by one.
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
	const written = await insertAll(client, names, of, leads);
	await client.query('SET CONSTRAINTS ALL DEFERRED');
	return written;
}

async function insertAll(client: ClientBase, names: Names, of: LeadsOf, leads: readonly Lead[]): Promise<Written> {
	const all = await insertOrReason(client, names, of, leads);
	if (typeof all === 'number') return { written: all, refused: [] };
	const refused: Refusal[] = [];
	let written = 0;
	for (const lead of leads) {
		const one = await insertOrReason(client, names, of, [lead]);
		if (typeof one === 'number') written += one;
		else refused.push({ leadId: lead.id, reason: one.reason });
	}
	return { written, refused };
}

/** @returns how many rows were new, or why one was refused, when nothing of this was written */
async function insertOrReason(
	client: ClientBase,
	names: Names,
	of: LeadsOf,
	leads: readonly Lead[],
): Promise<number | { reason: string }> {
	await client.query('SAVEPOINT leads');
	try {
		const { rowCount } = await client.query(insertStatement(names, leads.length), valuesOf(names, of, leads));
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

function valuesOf({ columns }: Names, of: LeadsOf, leads: readonly Lead[]) {
	return leads.flatMap((lead) => Object.values(columns).map((source) => sourceOf(source, of, lead)));
}
