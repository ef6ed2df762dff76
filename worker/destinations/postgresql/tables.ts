import type { ClientBase } from 'pg';
import { z } from 'zod';
import type { ConversationForm } from '../../../api';
import type { NameRules } from '../lead-source';
import type { PostgresqlSettings } from './settings';

/** The columns of the worker's own table, used if the configuration maps no other. */
export const OWN_COLUMNS: Readonly<Record<string, string>> = {
	connection: 'connection',
	lead_id: 'id',
	agent_id: 'agentId',
	conversation_id: 'conversationId',
	name: 'name',
	email: 'email',
	phone: 'phone',
	city: 'city',
	country: 'country',
	country_code: 'countryCode',
	fields: 'fields',
	captured_at: 'capturedAt',
};

/** The columns of that table for conversations, which a setting adds. Whatever their form, they are found by this source. */
export const OWN_CONVERSATION: Readonly<Record<string, string>> = {
	conversation: 'conversation.text',
	conversation_missing: 'conversation.missing',
};

/** Types of columns that take any text. */
export const TEXTS = ['text', 'varchar', 'bpchar', 'citext'];

export const SYNC_TABLE = 'agent_knowledge_syncs';

/** The types that the columns of that table may have, as the catalog names them. The worker creates the first one. */
export const SYNC_COLUMNS: Readonly<Record<string, readonly string[]>> = {
	destination: TEXTS,
	connection: TEXTS,
	agent_id: TEXTS,
	cursor: ['jsonb'],
	refused: ['jsonb'],
	version: ['int8', 'int4', 'numeric'],
	updated_at: ['timestamptz', 'timestamp', 'date'],
};

/** The tables and columns of a destination, quoted for statements. */
export interface Names {
	schema: string;
	table: string;
	/** The source of each column. */
	columns: Readonly<Record<string, string>>;
	/** The types of columns that the worker adds to its own table where they are missing. */
	added: Readonly<Record<string, string>>;
	/** The columns are the worker's own, so that it creates a missing table. */
	isOwn: boolean;
	/** The two columns that identify a lead. */
	key: [connection: string, id: string];
	leads: string;
	syncs: string;
	/** What becomes of incomplete names. */
	rules: NameRules;
}

/** Added to the worker's own table, with their types. */
function conversationColumns(form: ConversationForm | undefined): Record<string, { source: string; type: string }> {
	if (form === undefined) return {};
	return {
		conversation: { source: `conversation.${form}`, type: form === 'json' ? 'jsonb' : 'text' },
		conversation_missing: { source: 'conversation.missing', type: 'text' },
	};
}

export function namesOf({ schema, table, columns: mapped, conversation, ...settings }: PostgresqlSettings): Names {
	const added = conversationColumns(conversation);
	const sources = Object.entries(added).map(([column, { source }]) => [column, source] as const);
	const columns = mapped ?? Object.fromEntries([...Object.entries(OWN_COLUMNS), ...sources]);
	const columnOf = (source: string) => Object.keys(columns).find((column) => columns[column] === source) ?? '';
	return {
		schema,
		table,
		columns,
		added: Object.fromEntries(Object.entries(added).map(([column, { type }]) => [column, type])),
		isOwn: mapped === undefined,
		key: [columnOf('connection'), columnOf('id')],
		leads: `${quoted(schema)}.${quoted(table)}`,
		syncs: `${quoted(schema)}.${quoted(SYNC_TABLE)}`,
		rules: { withoutName: settings.withoutName, oneWordName: settings.oneWordName },
	};
}

export function quoted(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Prevents two workers from creating the tables at the same time. The number only has to be unused by other programs.
 */
export const ONE_AT_A_TIME = 'SELECT pg_advisory_xact_lock(7320451998)';

/**
 * The rows of syncs, beside the leads, so that one transaction writes both. An existing table is not created again:
 * even IF NOT EXISTS needs the right CREATE in the schema, which the user may have lost.
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

/** The worker's own table. An existing one only gets the columns for conversations. */
export async function createLeadTable(client: ClientBase, names: Names): Promise<void> {
	const { leads, added } = names;
	if (!(await isThere(client, leads))) await createOwnTable(client, names);
	const there = await columnNames(client, leads);
	for (const [column, type] of Object.entries(added))
		if (!there.has(column))
			await client.query(`ALTER TABLE ${leads} ADD COLUMN IF NOT EXISTS ${quoted(column)} ${type}`);
}

/** Even a column that is there already needs the rights of the table's owner to be added IF NOT EXISTS. */
export async function columnNames(client: ClientBase, table: string): Promise<Set<string>> {
	const { rows } = await client.query(
		'SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped',
		[table],
	);
	return new Set(
		z
			.array(z.object({ name: z.string() }))
			.parse(rows)
			.map(({ name }) => name),
	);
}

async function createOwnTable(client: ClientBase, { leads }: Names): Promise<void> {
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

/** @param table quoted, with its schema */
export async function isThere(client: ClientBase, table: string): Promise<boolean> {
	const { rows } = await client.query('SELECT to_regclass($1) IS NOT NULL AS is_there', [table]);
	return z.array(z.object({ is_there: z.boolean() })).parse(rows)[0]?.is_there === true;
}
