import type { ClientBase } from 'pg';
import type { ConversationRows } from './rows';
import type { ConversationNames } from './tables';

/** @param key connection, agent and conversation */
export async function upsertConversation(
	client: ClientBase,
	{ conversations }: ConversationNames,
	key: string[],
	{ channel, state, startedAt, fields, messages }: ConversationRows,
	problem: string | null,
	keepsMessages: boolean,
): Promise<void> {
	await client.query(
		`INSERT INTO ${conversations} AS known (connection, agent_id, conversation_id, channel, state, started_at, fields,
			problem, messages, deleted_at, synced_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, NULL, now())
		ON CONFLICT (connection, agent_id, conversation_id) DO UPDATE SET channel = excluded.channel,
			state = excluded.state, started_at = excluded.started_at, fields = excluded.fields, problem = excluded.problem,
			messages = CASE WHEN $10 THEN known.messages ELSE excluded.messages END, deleted_at = NULL, synced_at = now()`,
		[...key, channel, state, startedAt, fields, problem, messages.length, keepsMessages],
	);
}

/** Messages that are as before stay untouched, and what the transcript no longer has goes. */
export async function replaceMessages(
	client: ClientBase,
	{ messages: table }: ConversationNames,
	key: string[],
	{ messages }: ConversationRows,
): Promise<void> {
	await client.query(
		`DELETE FROM ${table} WHERE connection = $1 AND agent_id = $2 AND conversation_id = $3
			AND NOT message_key = ANY ($4::text[])`,
		[...key, messages.map((message) => message.key)],
	);
	if (messages.length === 0) return;
	await client.query(
		`INSERT INTO ${table} AS known (connection, agent_id, conversation_id, message_key, position, message_id, sender,
			text, sent_at, fields)
		SELECT $1, $2, $3, key, position, id, sender, text, sent_at, fields::jsonb
		FROM unnest($4::text[], $5::int[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::text[])
			AS given (key, position, id, sender, text, sent_at, fields)
		ON CONFLICT (connection, agent_id, conversation_id, message_key) DO UPDATE SET position = excluded.position,
			message_id = excluded.message_id, sender = excluded.sender, text = excluded.text, sent_at = excluded.sent_at,
			fields = excluded.fields
		WHERE (known.position, known.message_id, known.sender, known.text, known.sent_at, known.fields::text)
			IS DISTINCT FROM (excluded.position, excluded.message_id, excluded.sender, excluded.text, excluded.sent_at,
				excluded.fields::text)`,
		[
			...key,
			messages.map((message) => message.key),
			messages.map(({ position }) => position),
			messages.map(({ id }) => id),
			messages.map(({ sender }) => sender),
			messages.map(({ text }) => text),
			messages.map(({ sentAt }) => sentAt),
			messages.map(({ fields }) => fields),
		],
	);
}

/** In a row that is there. @param key connection, agent and conversation */
export async function noteProblem(
	client: ClientBase,
	{ conversations }: ConversationNames,
	key: string[],
	reason: string,
): Promise<void> {
	await client.query(
		`UPDATE ${conversations} SET problem = $4 WHERE connection = $1 AND agent_id = $2 AND conversation_id = $3`,
		[...key, reason],
	);
}

/** @param key connection, agent and conversation */
export async function removeRows(client: ClientBase, names: ConversationNames, key: string[]): Promise<void> {
	for (const table of [names.messages, names.conversations])
		await client.query(`DELETE FROM ${table} WHERE connection = $1 AND agent_id = $2 AND conversation_id = $3`, key);
}
