import type { ClientBase } from 'pg';
import { z } from 'zod';
import { storableText } from '../../../storage/storable-text';
import type { PersonAtDestination } from '../../destination';
import { domainOf, searchedPart } from '../searched-part';
import { isThere } from '../tables';
import { erase, type Found } from './erase';
import type { ConversationNames } from './tables';

const foundRow = z.object({
	connection: z.string(),
	agent_id: z.string(),
	conversation_id: z.string(),
	json: z.unknown(),
	words: z.array(z.string()),
});

/** The number of conversations that name the person. 0 if there are no tables. */
export async function countConversationsOf(
	client: ClientBase,
	names: ConversationNames,
	person: PersonAtDestination,
): Promise<number> {
	if (!(await areThere(client, names))) return 0;
	return (await find(client, names, person)).length;
}

/** Removes these conversations from all tables. Only their ids stay, so that no sync reads them again. */
export async function deleteConversationsOf(
	client: ClientBase,
	names: ConversationNames,
	person: PersonAtDestination,
): Promise<void> {
	if (!(await areThere(client, names))) return;
	// Waits for all writes that may have asked before the erasure who is erased, and holds back the others. A row that a
	// write has just created cannot be locked, so the table is.
	await client.query(`LOCK TABLE ${names.syncs} IN SHARE ROW EXCLUSIVE MODE`);
	for (const found of await find(client, names, person)) await erase(client, names, found);
}

async function areThere(client: ClientBase, names: ConversationNames): Promise<boolean> {
	for (const table of [names.conversations, names.messages, names.states, names.syncs])
		if (!(await isThere(client, table))) return false;
	return true;
}

/** It reads every message. In milliseconds. */
const FIND_WITHIN_MS = 10 * 60_000;

/** The database finds the texts with the address, and the person's own test tells it from a longer one. */
async function find(client: ClientBase, names: ConversationNames, person: PersonAtDestination): Promise<Found[]> {
	const key = 'connection, agent_id, conversation_id';
	await client.query(`SET LOCAL statement_timeout = ${FIND_WITHIN_MS}`);
	const search = {
		text: `SELECT ${key}, json, array_remove(words, NULL) AS words FROM (
			SELECT ${key}, fields::jsonb AS json, ARRAY[channel, state, problem] AS words FROM ${names.conversations}
			UNION ALL
			SELECT ${key}, fields::jsonb AS json, ARRAY[text, sender, message_id] AS words FROM ${names.messages}
			UNION ALL
			SELECT ${key}, record AS json, ARRAY[]::text[] AS words FROM ${names.states} WHERE tables = $2 AND record IS NOT NULL
		) AS shown WHERE position($1 IN lower(concat_ws(' ', json::text, array_to_string(words, ' ')))) > 0`,
		values: [storableText(searchedPart(person.email, domainOf(person.email))), names.tables],
		query_timeout: FIND_WITHIN_MS,
	};
	const { rows } = await client.query(search);
	const found = z
		.array(foundRow)
		.parse(rows)
		.filter(({ json, words }) => textsIn([json, words]).some(person.isNamedIn))
		.map(({ json: _json, words: _words, ...row }) => row);
	return [...new Map(found.map((row) => [JSON.stringify(row), row])).values()];
}

/** Every text of a value, and the names of its fields. */
function textsIn(value: unknown): string[] {
	const texts: string[] = [];
	const parts = [value];
	while (parts.length > 0) {
		const part = parts.pop();
		if (typeof part === 'string') texts.push(part);
		else if (typeof part === 'object' && part !== null)
			for (const [name, each] of Object.entries(part)) parts.push(name, each);
	}
	return texts;
}
