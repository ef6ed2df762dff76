import type { ClientBase } from 'pg';
import { z } from 'zod';
import type { KeptTotals } from '../../conversations';
import type { LeadsOf } from '../../destination';
import type { ConversationNames } from './tables';

/** Bigints of PostgreSQL arrive as text. */
export const number = z.coerce.number<string | number>();

const totalsRow = z.object({
	conversations: number,
	messages: number,
	deleted: number,
	without_transcript: number,
	full_at: number.nullable(),
});

/** What one write adds to the counts. */
export interface Delta {
	conversations: number;
	messages: number;
	deleted: number;
	withoutTranscript: number;
}

export const NOTHING: Delta = { conversations: 0, messages: 0, deleted: 0, withoutTranscript: 0 };

export function plus(one: Delta, other: Delta, times = 1): Delta {
	return {
		conversations: one.conversations + times * other.conversations,
		messages: one.messages + times * other.messages,
		deleted: one.deleted + times * other.deleted,
		withoutTranscript: one.withoutTranscript + times * other.withoutTranscript,
	};
}

/**
 * Locks the row of an agent until the end of the transaction, and creates a missing one. All writes for the agent wait
 * for each other here, and an erasure waits for all of them.
 * @returns when the last full round began, in milliseconds since 1970; null: none has ended
 */
export async function lockAgent(client: ClientBase, names: ConversationNames, of: LeadsOf): Promise<number | null> {
	const key = [names.tables, of.connection, of.agentId];
	await client.query(
		`INSERT INTO ${names.syncs} (tables, connection, agent_id, conversations, messages, deleted, without_transcript)
		VALUES ($1, $2, $3, 0, 0, 0, 0) ON CONFLICT DO NOTHING`,
		key,
	);
	const { rows } = await client.query(
		`SELECT full_at FROM ${names.syncs} WHERE tables = $1 AND connection = $2 AND agent_id = $3 FOR UPDATE`,
		key,
	);
	return z.array(z.object({ full_at: number.nullable() })).parse(rows)[0]?.full_at ?? null;
}

/** @param client in a transaction that has locked the agent */
export async function addToTotals(
	client: ClientBase,
	{ tables, syncs }: ConversationNames,
	{ connection, agentId }: LeadsOf,
	{ conversations, messages, deleted, withoutTranscript }: Delta,
): Promise<void> {
	await client.query(
		`UPDATE ${syncs} SET conversations = conversations + $4, messages = messages + $5, deleted = deleted + $6,
			without_transcript = without_transcript + $7, updated_at = now()
		WHERE tables = $1 AND connection = $2 AND agent_id = $3`,
		[tables, connection, agentId, conversations, messages, deleted, withoutTranscript],
	);
}

export async function readTotals(
	client: ClientBase,
	{ tables, syncs, states }: ConversationNames,
	{ connection, agentId }: LeadsOf,
): Promise<KeptTotals> {
	const key = [tables, connection, agentId];
	const { rows } = await client.query(
		`SELECT conversations, messages, deleted, without_transcript, full_at FROM ${syncs}
		WHERE tables = $1 AND connection = $2 AND agent_id = $3`,
		key,
	);
	const due = await client.query(
		`SELECT count(*) AS due FROM ${states} WHERE tables = $1 AND connection = $2 AND agent_id = $3 AND due`,
		key,
	);
	const [row] = z.array(totalsRow).parse(rows);
	return {
		conversations: row?.conversations ?? 0,
		messages: row?.messages ?? 0,
		deleted: row?.deleted ?? 0,
		withoutTranscript: row?.without_transcript ?? 0,
		fullAt: row?.full_at ?? null,
		due: z.array(z.object({ due: number })).parse(due.rows)[0]?.due ?? 0,
	};
}
