import type { Lead } from '../../../api';

/** A cell: a number stays one where the format knows numbers. */
export type Cell = string | number;

export interface Column {
	title: string;
	cell: (lead: Lead) => Cell;
}

const OWN = [
	'id',
	'agentId',
	'conversationId',
	'name',
	'email',
	'phone',
	'city',
	'country',
	'countryCode',
	'capturedAt',
] as const satisfies ReadonlyArray<keyof Lead>;

/** What a captured form field is called that has no column of its own. */
const REST = 'fields';

/**
 * A table has the lead's own fields first, then one column for each captured form field, as `fields.<name>`.
 * @param mostColumns where the format has room for no more, the last column holds all further fields, as JSON
 */
export function columnsOf(fields: readonly string[], mostColumns = Infinity): Column[] {
	const room = mostColumns - OWN.length;
	const single = fields.length > room ? fields.slice(0, room - 1) : fields;
	const own = OWN.map((title) => ({ title, cell: (lead: Lead) => lead[title] ?? '' }));
	const columns = single.map((name) => ({ title: `fields.${name}`, cell: (lead: Lead) => cellOf(lead.fields[name]) }));
	if (single.length === fields.length) return [...own, ...columns];
	const further = new Set(fields.slice(single.length));
	return [...own, ...columns, { title: REST, cell: (lead) => restOf(lead, further) }];
}

function restOf(lead: Lead, names: ReadonlySet<string>): Cell {
	const rest = Object.entries(lead.fields).filter(([name]) => names.has(name));
	return rest.length === 0 ? '' : JSON.stringify(Object.fromEntries(rest));
}

/** What a form field holds, for one cell: nothing is empty, and lists and objects are JSON. */
function cellOf(value: unknown): Cell {
	if (value === null || value === undefined) return '';
	if (typeof value === 'string' || typeof value === 'number') return value;
	return JSON.stringify(value);
}
