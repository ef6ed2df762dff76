// @ts-check

/** A table of leads that is made by hand: its columns with their types, in the order of the service's fields. */
const TYPES = {
	id: 'bigint PRIMARY KEY',
	agentId: 'text',
	conversationId: 'text',
	name: 'text',
	email: 'text',
	phone: 'text',
	city: 'text',
	country: 'text',
	countryCode: 'text',
	fields: 'jsonb',
	capturedAt: 'timestamptz',
};

export const LEAD_COLUMNS = Object.keys(TYPES);

/** As SQL lists them. */
export const COLUMN_LIST = LEAD_COLUMNS.map((column) => `"${column}"`).join(', ');

/** @param {string} table */
export function createLeadTable(table) {
	const columns = Object.entries(TYPES).map(([column, type]) => `"${column}" ${type}`);
	return `CREATE TABLE ${table} (${columns.join(', ')})`;
}
