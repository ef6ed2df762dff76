import type { ClientBase } from 'pg';
import { z } from 'zod';
import type { Lead } from '../../../api';
import type { LeadPreview, LeadsOf, PersonAtDestination } from '../destination';
import { storableText } from '../../storage/storable-text';
import { sourceOf, TOO_DEEP } from '../lead-source';
import type { RowRefusal } from './row-refusal';
import { isThere, type Names, quoted } from './tables';

/** The row of a lead, as it would be inserted. */
export function rowOf(names: Names, of: LeadsOf, lead: Lead): LeadPreview {
	const columns = columnsOrReason(names, of, [lead]);
	if (!Array.isArray(columns)) return { values: {}, refusal: columns.reason };
	const row = Object.keys(names.columns).map((name, place) => [name, columns[place]?.[0] ?? null] as const);
	return { values: Object.fromEntries(row), refusal: null };
}

type Value = string | number | null;

/** The values of each column, a lead's at its place. Fields of a lead may be nested too deeply for JSON. */
export function columnsOrReason(
	{ columns, rules }: Names,
	of: LeadsOf,
	leads: readonly Lead[],
): Value[][] | RowRefusal {
	try {
		return Object.values(columns).map((source) => leads.map((lead) => sourceOf(source, of, lead, rules)));
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
