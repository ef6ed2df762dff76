import type { ClientBase } from 'pg';
import type { Names } from './identifiers';
import { isThere } from './is-there';

/** Two workers that start together would both make them. The number is anything that nobody else uses. */
const ONE_AT_A_TIME = 'SELECT pg_advisory_xact_lock(7320451998)';

/**
 * The row of each sync, beside the leads, so that both are written in one transaction. What is there is not made: even
 * IF NOT EXISTS needs CREATE in the schema, which a user need not keep.
 */
export async function createSyncTable(client: ClientBase, { syncs }: Names): Promise<void> {
	if (await isThere(client, syncs)) return;
	await client.query(ONE_AT_A_TIME);
	await client.query(`CREATE TABLE IF NOT EXISTS ${syncs} (
		destination text NOT NULL,
		connection text NOT NULL,
		agent_id text NOT NULL,
		cursor jsonb NOT NULL,
		refused jsonb NOT NULL,
		version bigint NOT NULL,
		updated_at timestamptz NOT NULL DEFAULT now(),
		PRIMARY KEY (destination, connection, agent_id)
	)`);
}

/** The worker's own table; one that is there already stays as it is. */
export async function createLeadTable(client: ClientBase, { leads }: Names): Promise<void> {
	if (await isThere(client, leads)) return;
	await client.query(ONE_AT_A_TIME);
	await client.query(`CREATE TABLE IF NOT EXISTS ${leads} (
		connection text NOT NULL,
		lead_id bigint NOT NULL,
		agent_id text NOT NULL,
		conversation_id text NOT NULL,
		name text NOT NULL,
		email text NOT NULL,
		phone text,
		city text NOT NULL,
		country text NOT NULL,
		country_code text NOT NULL,
		fields jsonb NOT NULL,
		captured_at timestamptz NOT NULL,
		synced_at timestamptz NOT NULL DEFAULT now(),
		PRIMARY KEY (connection, lead_id)
	)`);
}
