import type { ClientBase } from 'pg';
import type { Lead } from '../../../api';
import { quotesConversation } from '../conversation-quote';
import type { LeadsOf, Written } from '../destination';
import { type ColumnTypes, givenRows, typesOf } from './given-rows';
import { columnsOrReason } from './lead-rows';
import { isAboutTable, isRowError, type RowRefusal, rowRefusal } from './row-refusal';
import { type Names, quoted } from './tables';

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
	const { written, refused } = await insertPages(client, names, of, [leads]);
	return { written, refused };
}

/**
 * The same for the leads of several pages, with one statement. If a row is refused, the pages are written one by one, and
 * none after the one with that row.
 * @returns also the number of pages that are written
 */
export async function insertPages(
	client: ClientBase,
	names: Names,
	of: LeadsOf,
	pages: ReadonlyArray<readonly Lead[]>,
): Promise<Written & { pages: number }> {
	const leads = pages.flat();
	if (leads.length === 0) return { written: 0, refused: [], pages: pages.length };
	// A constraint checked at the end of the transaction would block a whole page because of one lead.
	await client.query('SET CONSTRAINTS ALL IMMEDIATE');
	const insert = insertStatement(names, await typesOf(client, names));
	const inserted = await insertEach({ client, names, of, insert }, pages, leads);
	await client.query('SET CONSTRAINTS ALL DEFERRED');
	return inserted;
}

const NO_WORDS = 'PostgreSQL refused the row, in words that repeat the conversation.';

interface Inserting {
	client: ClientBase;
	names: Names;
	of: LeadsOf;
	insert: string;
}

async function insertEach(
	inserting: Inserting,
	pages: ReadonlyArray<readonly Lead[]>,
	leads: readonly Lead[],
): Promise<Written & { pages: number }> {
	const together = pages.length > 1 ? await insertOrReason(inserting, leads) : null;
	if (typeof together === 'number') return { written: together, refused: [], pages: pages.length };
	const all: Written & { pages: number } = { written: 0, refused: [], pages: 0 };
	for (const page of pages) {
		add(all, await insertAll(inserting, page));
		all.pages += 1;
		if (all.refused.length > 0) break;
	}
	return all;
}

function add(all: Written, { written, refused }: Written): void {
	all.written += written;
	all.refused.push(...refused);
}

async function insertAll(inserting: Inserting, leads: readonly Lead[]): Promise<Written> {
	if (leads.length === 0) return { written: 0, refused: [] };
	const answer = await insertOrReason(inserting, leads);
	if (typeof answer === 'number') return { written: answer, refused: [] };
	const [lead] = leads;
	if (lead !== undefined && leads.length === 1) {
		// A trigger may quote the row that it refuses.
		const reason = quotesConversation(answer.reason, lead) ? NO_WORDS : answer.reason;
		return { written: 0, refused: [{ leadId: lead.id, ...answer, reason }] };
	}
	const middle = Math.ceil(leads.length / 2);
	const all = await insertAll(inserting, leads.slice(0, middle));
	add(all, await insertAll(inserting, leads.slice(middle)));
	return all;
}

/** @returns the number of new rows, or the reason why a row was refused; then nothing was written */
async function insertOrReason(
	{ client, names, of, insert }: Inserting,
	leads: readonly Lead[],
): Promise<number | RowRefusal> {
	const columns = columnsOrReason(names, of, leads);
	if (!Array.isArray(columns)) return columns;
	await client.query('SAVEPOINT leads');
	try {
		const { rowCount } = await client.query(insert, columns);
		await client.query('RELEASE SAVEPOINT leads');
		return rowCount ?? 0;
	} catch (error) {
		if (!isRowError(error) || isAboutTable(error, names)) throw error;
		await client.query('ROLLBACK TO SAVEPOINT leads');
		return rowRefusal(error);
	}
}

/**
 * One list for each column: the server then reads the same short statement for any number of leads. Each value is read by
 * its column's type, and the length of that type is applied where the row is stored, so that nothing is cut off.
 */
function insertStatement({ leads, columns, key }: Names, types: ColumnTypes): string {
	const names = Object.keys(columns);
	const { values, from } = givenRows(names, types);
	return (
		`INSERT INTO ${leads} (${names.map(quoted).join(', ')}) SELECT ${values.join(', ')} FROM ${from} ` +
		`ON CONFLICT (${key.map(quoted).join(', ')}) DO NOTHING`
	);
}
