import type { PostgresqlConfig } from '../../config';

/** What stands in the worker's own table, where the configuration maps no other. */
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

export const SYNC_TABLE = 'agent_knowledge_syncs';

/** The tables and columns of a destination, quoted for statements. */
export interface Names {
	schema: string;
	table: string;
	/** Column to source. */
	columns: Readonly<Record<string, string>>;
	/** The two columns that tell one lead from all others. */
	key: [connection: string, id: string];
	leads: string;
	syncs: string;
}

export function namesOf({ schema, table, columns = OWN_COLUMNS }: PostgresqlConfig): Names {
	const columnOf = (source: string) => Object.keys(columns).find((column) => columns[column] === source) ?? '';
	return {
		schema,
		table,
		columns,
		key: [columnOf('connection'), columnOf('id')],
		leads: `${quoted(schema)}.${quoted(table)}`,
		syncs: `${quoted(schema)}.${quoted(SYNC_TABLE)}`,
	};
}

export function quoted(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}
