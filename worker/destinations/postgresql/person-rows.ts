import type { ClientBase } from 'pg';
import { z } from 'zod';
import type { PersonAtDestination } from '../destination';
import { type Names, quoted } from './identifiers';
import { isThere } from './is-there';

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
