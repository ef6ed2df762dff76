import type { ClientBase } from 'pg';
import { z } from 'zod';
import { latestOf, startOf } from '../../../storage/conversation-files/shown-conversation';
import { storableJson } from '../../../storage/storable-text';
import { type DueConversation, type ListedConversation, type ListedPage, OUTCOMES_OF_READS } from '../../conversations';
import type { LeadsOf } from '../../destination';
import { number } from './agent-row';
import { erase } from './erase';
import type { ConversationNames } from './tables';

const knownRow = z.object({
	id: z.string(),
	hash: z.string(),
	outcome: z.enum(OUTCOMES_OF_READS).nullable(),
	read_at: number.nullable(),
	changed_at: number.nullable(),
	noted_at: number,
	due: z.boolean(),
});
type KnownRow = z.infer<typeof knownRow>;

/**
 * @param client in a transaction that has locked the agent
 * @returns how many conversations have to be read, by this page
 */
export async function noteListed(
	client: ClientBase,
	names: ConversationNames,
	of: LeadsOf,
	{ roundAt, listed, isWhole, namesErased, isDue }: ListedPage,
): Promise<number> {
	// A list may show one twice, and a statement may change a row only once.
	const shown = [...new Map(listed.map((each) => [each.id, each])).values()];
	const known = await knownRows(client, names, of, shown);
	const due: ListedConversation[] = [];
	const seen: string[] = [];
	const isErased = await namesErased();
	for (const each of shown) {
		const row = known.get(each.id);
		// The transcript need not show the address that the list shows.
		if (row?.outcome !== 'erased' && isErased(each.record)) {
			await markDue(client, names, of, roundAt, [{ ...each, record: {} }]);
			await erase(client, names, { connection: of.connection, agent_id: of.agentId, conversation_id: each.id });
			continue;
		}
		if (row === undefined) due.push(each);
		else if (row.noted_at > roundAt) continue;
		else if (row.outcome !== 'erased' && isDue(each, { ...row, readAt: row.read_at, changedAt: row.changed_at }))
			due.push(each);
		else seen.push(each.id);
	}
	await markDue(client, names, of, roundAt, due);
	if (!isWhole) return due.length;
	await client.query(
		`UPDATE ${names.states} SET noted_at = $4 WHERE tables = $1 AND connection = $2 AND agent_id = $3
			AND conversation_id = ANY ($5) AND noted_at < $4`,
		[names.tables, of.connection, of.agentId, roundAt, seen],
	);
	return due.length;
}

async function knownRows(
	client: ClientBase,
	{ tables, states }: ConversationNames,
	{ connection, agentId }: LeadsOf,
	listed: readonly ListedConversation[],
): Promise<Map<string, KnownRow>> {
	const { rows } = await client.query(
		`SELECT conversation_id AS id, record_hash AS hash, outcome, read_at, changed_at, noted_at, due FROM ${states}
		WHERE tables = $1 AND connection = $2 AND agent_id = $3 AND conversation_id = ANY ($4)`,
		[tables, connection, agentId, listed.map(({ id }) => id)],
	);
	return new Map(
		z
			.array(knownRow)
			.parse(rows)
			.map((row) => [row.id, row]),
	);
}

/** The record stays only until the transcript is read, for one that the service does not give out. */
async function markDue(
	client: ClientBase,
	{ tables, states }: ConversationNames,
	{ connection, agentId }: LeadsOf,
	roundAt: number,
	due: readonly ListedConversation[],
): Promise<void> {
	if (due.length === 0) return;
	await client.query(
		`INSERT INTO ${states} AS state (tables, connection, agent_id, conversation_id, record_hash, record, due, started,
			noted_at, has_row, messages, version)
		SELECT $1, $2, $3, id, hash, record::jsonb, true, started, $4, false, 0, 0
		FROM unnest($5::text[], $6::text[], $7::text[], $8::bigint[]) AS given (id, hash, record, started)
		ON CONFLICT (tables, connection, agent_id, conversation_id) DO UPDATE SET record_hash = excluded.record_hash,
			record = excluded.record, due = true, noted_at = excluded.noted_at, version = state.version + 1`,
		[
			...[tables, connection, agentId, roundAt],
			due.map(({ id }) => id),
			due.map(({ hash }) => hash),
			due.map(({ record }) => storableJson(record)),
			due.map(({ record }) => startOf(record) ?? latestOf(record) ?? 0),
		],
	);
}

/** @param client in a transaction that has locked the agent */
export async function markUnseen(
	client: ClientBase,
	{ tables, states, syncs }: ConversationNames,
	{ connection, agentId }: LeadsOf,
	roundAt: number,
): Promise<void> {
	const key = [tables, connection, agentId, roundAt];
	await client.query(
		`UPDATE ${states} SET due = true, version = version + 1, record = NULL
		WHERE tables = $1 AND connection = $2 AND agent_id = $3 AND noted_at < $4 AND NOT due
			AND (outcome IS NULL OR outcome NOT IN ('deleted', 'erased'))`,
		key,
	);
	await client.query(
		`UPDATE ${syncs} SET full_at = $4
		WHERE tables = $1 AND connection = $2 AND agent_id = $3 AND (full_at IS NULL OR full_at < $4)`,
		key,
	);
}

const dueRow = z.object({
	id: z.string(),
	record: z.record(z.string(), z.unknown()).nullable(),
	hash: z.string(),
	version: number,
});

export async function readDue(
	client: ClientBase,
	{ tables, states }: ConversationNames,
	{ connection, agentId }: LeadsOf,
	most: number,
): Promise<DueConversation[]> {
	const { rows } = await client.query(
		`SELECT conversation_id AS id, record, record_hash AS hash, version FROM ${states}
		WHERE tables = $1 AND connection = $2 AND agent_id = $3 AND due ORDER BY started DESC, conversation_id LIMIT $4`,
		[tables, connection, agentId, most],
	);
	return z.array(dueRow).parse(rows);
}
