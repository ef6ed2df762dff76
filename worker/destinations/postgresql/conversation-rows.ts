import { type ClientBase, DatabaseError } from 'pg';
import { z } from 'zod';
import type { PersonAtDestination } from '../destination';
import { databaseAdvice, databaseWords } from './advice';
import { domainOf, searchedPart } from './searched-part';
import { columnNames, isThere, type Names, OWN_CONVERSATION, quoted } from './tables';

/** Rows whose conversation is in memory at the same time. */
const AT_ONCE = 20;
const MISSING = 'conversation.missing';

const rowSchema = z.array(z.object({ connection: z.string(), id: z.string(), texts: z.array(z.string().nullable()) }));
type Key = Pick<z.infer<typeof rowSchema>[number], 'connection' | 'id'>;

/** Rows of other people with a conversation that names the person. @param theirs the condition of the person's own rows */
export async function toldRows(
	client: ClientBase,
	names: Names,
	person: PersonAtDestination,
	theirs: { where: string; values: readonly unknown[] },
): Promise<Key[]> {
	const { texts } = await conversationColumns(client, names);
	if (texts.length === 0) return [];
	const [connection, id] = names.key.map((column) => `${quoted(column)}::text`);
	const columns = texts.map((column) => `${quoted(column)}::text`);
	// Few rows have the domain. Whether they name the person is judged here, as everywhere.
	const domain = `$${theirs.values.length + 1}`;
	const mayName = columns.map((column) => `position(${domain} IN lower(${column})) > 0`).join(' OR ');
	await client.query(
		`DECLARE told NO SCROLL CURSOR FOR SELECT ${connection} AS connection, ${id} AS id, ARRAY[${columns.join(', ')}] AS texts
		FROM ${names.leads} WHERE (${mayName}) AND (${theirs.where}) IS NOT TRUE`,
		[...theirs.values, searchedPart(domainOf(person.email))],
	);
	const found: Key[] = [];
	for (;;) {
		const rows = rowSchema.parse((await client.query(`FETCH ${AT_ONCE} FROM told`)).rows);
		for (const row of rows)
			if (row.texts.some((text) => text !== null && person.isNamedIn(text)))
				found.push({ connection: row.connection, id: row.id });
		if (rows.length < AT_ONCE) break;
	}
	await client.query('CLOSE told');
	return found;
}

/**
 * Empties the conversations of rows, inside a transaction, and says there that they were erased.
 * @returns why PostgreSQL refuses it and what to do, in sentences; null: it is done
 */
export async function emptyConversations(
	client: ClientBase,
	names: Names,
	rows: readonly Key[],
): Promise<string | null> {
	if (rows.length === 0) return null;
	const { texts, missing } = await conversationColumns(client, names);
	const changes = [
		...texts.map((column) => `${quoted(column)} = NULL`),
		...missing.map((column) => `${quoted(column)} = 'erased'`),
	];
	const [connection, id] = names.key.map((column) => `${quoted(column)}::text`);
	await client.query('SAVEPOINT conversations');
	try {
		await client.query(
			`UPDATE ${names.leads} SET ${changes.join(', ')}
			WHERE (${connection}, ${id}) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
			[rows.map((row) => row.connection), rows.map((row) => row.id)],
		);
		await client.query('RELEASE SAVEPOINT conversations');
		return null;
	} catch (error) {
		if (!(error instanceof DatabaseError)) throw error;
		await client.query('ROLLBACK TO SAVEPOINT conversations');
		const what = `The conversations of ${rows.length} other leads in ${names.leads} name the person and could not be emptied`;
		const todo = databaseAdvice(error) ?? `Let the user UPDATE the table, and let ${texts.join(', ')} be NULL`;
		return `${what}: ${databaseWords(error)}. ${todo}. Then erase again.`;
	}
}

/** The columns for conversations, and for why there is none. The worker's own table may have them from earlier settings. */
async function conversationColumns(client: ClientBase, names: Names): Promise<{ texts: string[]; missing: string[] }> {
	if (!(await isThere(client, names.leads))) return { texts: [], missing: [] };
	const there = await columnNames(client, names.leads);
	const sources = Object.entries({ ...(names.isOwn ? OWN_CONVERSATION : {}), ...names.columns }).filter(
		([column, source]) => there.has(column) && source.startsWith('conversation.'),
	);
	return {
		texts: sources.filter(([, source]) => source !== MISSING).map(([column]) => column),
		missing: sources.filter(([, source]) => source === MISSING).map(([column]) => column),
	};
}
