// @ts-check

/** Columns of a table of leads that is made by hand, in the order of the service's fields. */
export const LEAD_COLUMNS = [
	...['id', 'agentId', 'conversationId', 'name', 'email', 'phone', 'city', 'country', 'countryCode', 'fields'],
	'capturedAt',
];

/** @param {string} table */
export function createLeadTable(table) {
	const types = LEAD_COLUMNS.map((column) => `"${column}" ${typeOf(column)}`);
	return `CREATE TABLE ${table} (${types.join(', ')})`;
}

/** @param {string} column */
function typeOf(column) {
	if (column === 'id') return 'bigint PRIMARY KEY';
	if (column === 'fields') return 'jsonb';
	return column === 'capturedAt' ? 'timestamptz' : 'text';
}
