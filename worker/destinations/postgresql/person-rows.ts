import type { ClientBase } from 'pg';
import { z } from 'zod';
import { formsOfAddress } from '../../../api';
import type { PersonAtDestination, Refusal } from '../destination';
import { storableText } from '../../storage/storable-text';
import { emptyConversations, toldRows } from './conversation-rows';
import { refusalsSchema } from './sync-row';
import { isThere, type Names, quoted } from './tables';

const countSchema = z.array(z.object({ count: z.coerce.number<string>() }));

/**
 * The number of rows with the person's address or one of the person's leads, of rows with a conversation that names the
 * person, and of refusals of the person that the rows of this destination's syncs hold. Tables that do not exist have none.
 */
export async function countRowsOf(
	client: ClientBase,
	names: Names,
	destination: string,
	person: PersonAtDestination,
): Promise<number> {
	const held = await refusedRows(client, names);
	const refused = held
		.filter((row) => row.destination === destination)
		.flatMap((row) => row.refused.filter(isAbout(person, row)));
	return refused.length + (await countLeadRows(client, names, person));
}

async function countLeadRows(client: ClientBase, names: Names, person: PersonAtDestination): Promise<number> {
	if (!(await isThere(client, names.leads))) return 0;
	const { where, values } = rowsOf(names, person);
	const { rows } = await client.query(`SELECT count(*) FROM ${names.leads} WHERE ${where}`, values);
	const told = await toldRows(client, names, person, { where, values });
	return (countSchema.parse(rows)[0]?.count ?? 0) + told.length;
}

/**
 * Deletes them inside a transaction, and the refusals in rows of all destinations. Rows of other people lose only their
 * conversation. A page or a lead that another transaction is writing is written before that, or not at all.
 * @returns what is left and what to do, in sentences; null: nothing
 */
export async function deleteRowsOf(
	client: ClientBase,
	names: Names,
	person: PersonAtDestination,
): Promise<string | null> {
	if (await isThere(client, names.syncs)) {
		await stopWriters(client, names);
		await forgetRefused(client, names, person);
	}
	if (!(await isThere(client, names.leads))) return null;
	const { where, values } = rowsOf(names, person);
	await client.query(`DELETE FROM ${names.leads} WHERE ${where}`, values);
	return emptyConversations(client, names, await toldRows(client, names, person, { where, values }));
}

/**
 * Waits for transactions that have changed or locked a row of a sync. All others find another version of their row, and
 * read again without the person. The lock of the table waits for the first pages of syncs, which have no row yet.
 */
async function stopWriters(client: ClientBase, { syncs }: Names): Promise<void> {
	await client.query(`LOCK TABLE ${syncs} IN SHARE ROW EXCLUSIVE MODE`);
	await client.query(`UPDATE ${syncs} SET version = version + 1`);
}

async function forgetRefused(client: ClientBase, names: Names, person: PersonAtDestination): Promise<void> {
	for (const row of await refusedRows(client, names)) {
		const isTheirs = isAbout(person, row);
		const kept = row.refused.filter((refusal) => !isTheirs(refusal));
		if (kept.length === row.refused.length) continue;
		await client.query(
			`UPDATE ${names.syncs} SET refused = $4 WHERE destination = $1 AND connection = $2 AND agent_id = $3`,
			[row.destination, row.connection, row.agent_id, JSON.stringify(kept)],
		);
	}
}

const refusedRowSchema = z.object({
	destination: z.string(),
	connection: z.string(),
	agent_id: z.string(),
	refused: refusalsSchema,
});
type RefusedRow = z.output<typeof refusedRowSchema>;

async function refusedRows(client: ClientBase, { syncs }: Names): Promise<RefusedRow[]> {
	if (!(await isThere(client, syncs))) return [];
	const { rows } = await client.query(
		`SELECT destination, connection, agent_id, refused FROM ${syncs} WHERE refused <> '[]'`,
	);
	return z.array(refusedRowSchema).parse(rows);
}

/** The reason of a refusal may repeat what the visitor entered. */
function isAbout({ leads, isNamedIn }: PersonAtDestination, { connection }: RefusedRow) {
	const theirs = new Set(leads.filter((lead) => lead.connection === connection).map(({ leadId }) => leadId));
	return ({ leadId, reason }: Refusal) => theirs.has(leadId) || isNamedIn(reason);
}

/** A mapped table may have no address, and ids of any type. */
function rowsOf({ columns, key }: Names, { email, leads }: PersonAtDestination) {
	const [connection, id] = key.map((column) => `${quoted(column)}::text`);
	const ofLeads = `(${connection}, ${id}) IN (SELECT * FROM unnest($1::text[], $2::text[]))`;
	const values = [leads.map((lead) => lead.connection), leads.map(({ leadId }) => String(leadId))];
	const addresses = Object.keys(columns).filter((column) => columns[column] === 'email');
	if (addresses.length === 0) return { where: ofLeads, values };
	const ofAddress = addresses.map((column) => `lower(trim(${quoted(column)}::text)) = ANY ($3::text[])`);
	return { where: [ofLeads, ...ofAddress].join(' OR '), values: [...values, formsOfAddress(email).map(storableText)] };
}
