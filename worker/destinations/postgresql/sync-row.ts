import type { ClientBase } from 'pg';
import { z } from 'zod';
import type { LeadCursor } from '../../../workflows/lead-sync/cursor';
import { skippedSchema } from '../../../workflows/leads/contract';
import { cursorSchema, type KeptCounts, type KeptCursor, type LeadsOf, type Refusal } from '../destination';
import type { Names } from './tables';

export const refusalsSchema = z.array(
	z.object({
		leadId: z.number(),
		reason: z.string(),
		kind: z.enum(['refused', 'set_aside', 'written_in_part']).optional(),
	}),
);

const row = z.object({
	cursor: cursorSchema,
	refused: refusalsSchema,
	version: z.coerce.number<string>(),
	counts: z
		.object({ from: z.string(), written: z.number(), skipped: skippedSchema.optional() })
		.nullable()
		.transform((counts) => counts ?? undefined),
});

/** The row with the progress of a sync; null if there is none. */
export async function readSyncRow(
	client: ClientBase,
	{ syncs }: Names,
	destination: string,
	{ connection, agentId }: LeadsOf,
): Promise<KeptCursor | null> {
	const { rows } = await client.query(
		`SELECT cursor, cursor->'counts' AS counts, refused, version FROM ${syncs} WHERE destination = $1 AND connection = $2 AND agent_id = $3`,
		[destination, connection, agentId],
	);
	const found = z.array(row).parse(rows)[0];
	if (found === undefined) return null;
	const { counts, ...kept } = found;
	return counts === undefined ? kept : { ...kept, counts };
}

interface RowState {
	cursor: LeadCursor;
	refused: readonly Refusal[];
	counts?: KeptCounts | undefined;
}

/**
 * Updates the row.
 * @returns whether the row was unchanged since it was read; if not, another writer changed it, and nothing may be
 * written
 */
export async function writeSyncRow(
	client: ClientBase,
	{ syncs }: Names,
	destination: string,
	{ connection, agentId }: LeadsOf,
	kept: KeptCursor | null,
	{ cursor, refused, counts }: RowState,
): Promise<boolean> {
	// Beside the cursor, as tables of earlier versions have no column for them.
	const state = JSON.stringify({ ...cursor, counts });
	const values = [destination, connection, agentId, state, JSON.stringify(refused)];
	const { rowCount } =
		kept === null
			? await client.query(
					`INSERT INTO ${syncs} (destination, connection, agent_id, cursor, refused, version) VALUES ($1, $2, $3, $4, $5, 1)
					ON CONFLICT DO NOTHING`,
					values,
				)
			: await client.query(
					`UPDATE ${syncs} SET cursor = $4, refused = $5, version = version + 1, updated_at = now()
					WHERE destination = $1 AND connection = $2 AND agent_id = $3 AND version = $6`,
					[...values, kept.version],
				);
	return rowCount === 1;
}

/**
 * Before the leads of a sync without a row: nothing of that sync can be locked yet, and an erasure of a person waits for
 * the end of this transaction.
 */
export async function announceFirstRow(client: ClientBase, { syncs }: Names): Promise<void> {
	await client.query(`LOCK TABLE ${syncs} IN ROW EXCLUSIVE MODE`);
}

const versionSchema = z.array(z.object({ version: z.coerce.number<string>() }));

/**
 * Locks the row until the end of the transaction, against changes.
 * @returns whether it was unchanged since it was read; if not, nothing may be written
 */
export async function holdSyncRow(
	client: ClientBase,
	names: Names,
	destination: string,
	{ connection, agentId }: LeadsOf,
	kept: KeptCursor | null,
): Promise<boolean> {
	if (kept === null) await announceFirstRow(client, names);
	const { rows } = await client.query(
		`SELECT version FROM ${names.syncs} WHERE destination = $1 AND connection = $2 AND agent_id = $3 FOR SHARE`,
		[destination, connection, agentId],
	);
	return versionSchema.parse(rows)[0]?.version === kept?.version;
}
