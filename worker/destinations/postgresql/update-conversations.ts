import type { ClientBase } from 'pg';
import { conversationOf, type Lead } from '../../../api';
import { quotesConversation } from '../conversation-quote';
import type { LeadsOf, Refusal } from '../destination';
import { givenRows, typesOf } from './given-rows';
import { columnsOrReason } from './lead-rows';
import { isAboutTable, isRowError, type RowRefusal, rowRefusal } from './row-refusal';
import { type Names, quoted } from './tables';

const NO_WORDS = 'PostgreSQL refused the conversation, in words that repeat it.';

interface Updating {
	client: ClientBase;
	names: Names;
	of: LeadsOf;
	update: string;
}

/**
 * Writes the conversations of leads again, inside a transaction. Only the columns of conversations change, and only of
 * rows that are there and differ. A row keeps what it has of a conversation that is gone. If a row is refused, the leads
 * are updated one by one.
 * @returns those whose row is refused
 */
export async function updateConversations(
	client: ClientBase,
	names: Names,
	of: LeadsOf,
	leads: readonly Lead[],
): Promise<Refusal[]> {
	const told = leads.filter((lead) => conversationOf(lead)?.missing === null);
	const update = told.length === 0 ? null : await updateStatement(client, names);
	if (update === null) return [];
	// As for new rows: a constraint checked at the end of the transaction would block a whole page because of one lead.
	await client.query('SET CONSTRAINTS ALL IMMEDIATE');
	const refused = await updateAll({ client, names, of, update }, told);
	await client.query('SET CONSTRAINTS ALL DEFERRED');
	return refused;
}

async function updateAll(updating: Updating, leads: readonly Lead[]): Promise<Refusal[]> {
	if ((await updateOrReason(updating, leads)) === null) return [];
	const refused: Refusal[] = [];
	for (const lead of leads) {
		const refusal = await updateOrReason(updating, [lead]);
		if (refusal === null) continue;
		const reason = quotesConversation(refusal.reason, lead) ? NO_WORDS : refusal.reason;
		refused.push({ leadId: lead.id, reason, kind: 'written_in_part' });
	}
	return refused;
}

async function updateOrReason(
	{ client, names, of, update }: Updating,
	leads: readonly Lead[],
): Promise<RowRefusal | null> {
	const columns = columnsOrReason(names, of, leads);
	if (!Array.isArray(columns)) return columns;
	await client.query('SAVEPOINT conversations');
	try {
		await client.query(update, columns);
		await client.query('RELEASE SAVEPOINT conversations');
		return null;
	} catch (error) {
		if (!isRowError(error) || isAboutTable(error, names)) throw error;
		await client.query('ROLLBACK TO SAVEPOINT conversations');
		return rowRefusal(error);
	}
}

/** Compared as texts, as not every type has an equality. Null: no column is for conversations. */
async function updateStatement(client: ClientBase, names: Names): Promise<string | null> {
	const columns = Object.keys(names.columns);
	const told = columns.filter((name) => names.columns[name]?.startsWith('conversation.'));
	if (told.length === 0) return null;
	const { values, from } = givenRows(columns, await typesOf(client, names));
	const selected = columns.map((name, place) => `${values[place] ?? ''} AS ${quoted(name)}`);
	const set = told.map((name) => `${quoted(name)} = told.${quoted(name)}`);
	const same = names.key.map((name) => `lead.${quoted(name)} = told.${quoted(name)}`);
	const differs = told.map((name) => `lead.${quoted(name)}::text IS DISTINCT FROM told.${quoted(name)}::text`);
	return (
		`UPDATE ${names.leads} AS lead SET ${set.join(', ')} FROM (SELECT ${selected.join(', ')} FROM ${from}) AS told ` +
		`WHERE ${same.join(' AND ')} AND (${differs.join(' OR ')})`
	);
}
