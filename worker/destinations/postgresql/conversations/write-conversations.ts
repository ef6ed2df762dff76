import type { ClientBase } from 'pg';
import { z } from 'zod';
import { latestOf } from '../../../storage/conversation-files/shown-conversation';
import { storableText } from '../../../storage/storable-text';
import { OUTCOMES_OF_READS, type NamesErased, type OutcomeOfRead, type ReadConversation } from '../../conversations';
import type { LeadsOf } from '../../destination';
import { isRowError, rowRefusal } from '../row-refusal';
import { type Delta, NOTHING, number, plus } from './agent-row';
import { type ConversationRows, rowsOf } from './rows';
import type { ConversationNames } from './tables';

const stateRow = z.object({
	id: z.string(),
	version: number,
	outcome: z.enum(OUTCOMES_OF_READS).nullable(),
	has_row: z.boolean(),
	messages: number,
	content_hash: z.string().nullable(),
	changed_at: number.nullable(),
});
type StateRow = z.infer<typeof stateRow>;

/** What a write needs. `client`: in a transaction that has locked the agent. */
export interface Writing {
	client: ClientBase;
	names: ConversationNames;
	of: LeadsOf;
	/** When the last full round began, in milliseconds since 1970; null: the first one is under way. */
	fullAt: number | null;
	namesErased: NamesErased;
}

/** @returns what it adds to the counts. A read that a later one has overtaken changes nothing. */
export async function writeConversations(writing: Writing, reads: readonly ReadConversation[]): Promise<Delta> {
	const { client, names, of } = writing;
	const { rows } = await client.query(
		`SELECT conversation_id AS id, version, outcome, has_row, messages, content_hash, changed_at FROM ${names.states}
		WHERE tables = $1 AND connection = $2 AND agent_id = $3 AND conversation_id = ANY ($4)`,
		[names.tables, of.connection, of.agentId, reads.map(({ due }) => due.id)],
	);
	const states = new Map(
		z
			.array(stateRow)
			.parse(rows)
			.map((row) => [row.id, row]),
	);
	let delta = NOTHING;
	for (const read of reads) {
		const state = states.get(read.due.id);
		if (state === undefined || state.version !== read.due.version || state.outcome === 'erased') continue;
		delta = plus(delta, await writeOne(writing, read, state));
	}
	return delta;
}

interface Done {
	outcome: OutcomeOfRead;
	hasRow: boolean;
	messages: number;
	contentHash: string | null;
	changedAt: number;
}

async function writeOne(writing: Writing, read: ReadConversation, state: StateRow): Promise<Delta> {
	const done = await doneWith(writing, read, state);
	const { client, names, of } = writing;
	await client.query(
		`UPDATE ${names.states} SET due = false, record = NULL, read_at = $5, changed_at = $6, content_hash = $7,
			outcome = $8, record_hash = CASE WHEN $8 = 'erased' THEN '' ELSE record_hash END, has_row = $9, messages = $10, version = version + 1
		WHERE tables = $1 AND connection = $2 AND agent_id = $3 AND conversation_id = $4`,
		[
			...[names.tables, of.connection, of.agentId, read.due.id, read.readAt, done.changedAt],
			...[done.contentHash, done.outcome, done.hasRow, done.messages],
		],
	);
	const before = countsOf(state.outcome, state.has_row, state.messages);
	return plus(countsOf(done.outcome, done.hasRow, done.messages), before, -1);
}

function countsOf(outcome: OutcomeOfRead | null, hasRow: boolean, messages: number): Delta {
	return {
		conversations: hasRow ? 1 : 0,
		messages,
		deleted: hasRow && outcome === 'deleted' ? 1 : 0,
		withoutTranscript: outcome === 'refused' || outcome === 'failed' || outcome === 'invalid' ? 1 : 0,
	};
}

async function doneWith(writing: Writing, read: ReadConversation, state: StateRow): Promise<Done> {
	const { client, names, of, namesErased } = writing;
	const { due, outcome, conversation, readAt } = read;
	const key = [of.connection, of.agentId, due.id];
	const same = { contentHash: state.content_hash, changedAt: state.changed_at ?? readAt, messages: state.messages };
	if (outcome === 'deleted') {
		await client.query(
			`UPDATE ${names.conversations} SET deleted_at = coalesce(deleted_at, now())
			WHERE connection = $1 AND agent_id = $2 AND conversation_id = $3`,
			key,
		);
		return { outcome, hasRow: state.has_row, ...same };
	}
	if (namesErased(conversation)) {
		await removeRows(client, names, key);
		return { outcome: 'erased', hasRow: false, messages: 0, contentHash: null, changedAt: readAt };
	}
	// A transcript of before stays if the service does not give it out now.
	const keepsMessages = outcome !== 'written' && state.has_row;
	if (keepsMessages && due.record === null) {
		await noteProblem(client, names, key, problemOf(read));
		return { outcome, hasRow: true, ...same };
	}
	const rows = rowsOf(of.agentId, conversation);
	const isSame = state.has_row && rows.hash === state.content_hash && state.outcome === outcome;
	if (isSame) return { outcome, hasRow: true, ...same };
	const refusal = await refusalOf(writing, key, rows, read, keepsMessages);
	if (refusal !== null) {
		await noteProblem(client, names, key, refusal);
		return { outcome: 'invalid', hasRow: state.has_row, ...same };
	}
	const changedAt = state.content_hash === null ? firstChange(read, rows, writing.fullAt) : readAt;
	const messages = keepsMessages ? state.messages : rows.messages.length;
	return { outcome, hasRow: true, messages, contentHash: keepsMessages ? null : rows.hash, changedAt };
}

/** An old conversation that is read for the first time is not one that has just changed. */
function firstChange(
	{ conversation, due, readAt }: ReadConversation,
	{ messages }: ConversationRows,
	fullAt: number | null,
): number {
	const shown = [conversation, due.record ?? {}].flatMap((record) => latestOf(record) ?? []);
	const sent = messages.flatMap(({ sentAt }) => (sentAt === null ? [] : [Date.parse(sentAt)]));
	const latest = [...shown, ...sent].reduce((one, other) => Math.max(one, other), -Infinity);
	if (latest === -Infinity) return fullAt === null ? 0 : readAt;
	return Math.min(readAt, latest);
}

/** @returns why the database refuses the values; then nothing of them is written */
async function refusalOf(
	{ client, names }: Writing,
	key: string[],
	rows: ConversationRows,
	read: ReadConversation,
	keepsMessages: boolean,
): Promise<string | null> {
	await client.query('SAVEPOINT conversation');
	try {
		const problem = read.outcome === 'written' ? null : problemOf(read);
		await upsertConversation(client, names, key, rows, problem, keepsMessages);
		if (!keepsMessages) await replaceMessages(client, names, key, rows);
		await client.query('RELEASE SAVEPOINT conversation');
		return null;
	} catch (error) {
		if (!isRowError(error)) throw error;
		await client.query('ROLLBACK TO SAVEPOINT conversation');
		return rowRefusal(error).reason;
	}
}

function problemOf({ outcome, detail }: ReadConversation): string {
	return storableText(`${outcome}: ${detail ?? 'without a reason'}`);
}

async function upsertConversation(
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
async function replaceMessages(
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

async function noteProblem(
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
