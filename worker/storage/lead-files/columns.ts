import type { Lead } from '../../../api';

/** The value of a cell. Numbers stay numbers if the format has them. */
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

/** Column title of a captured form field. */
const REST = 'fields';

/**
 * The columns of a table: first the lead's own fields, then one column per captured form field, as `fields.<name>`.
 * @param mostColumns limit of the format; the last column then holds all further fields as JSON
 */
export function columnsOf(fields: readonly string[], mostColumns = Infinity): Column[] {
	const room = mostColumns - OWN.length;
	const single = fields.length > room ? fields.slice(0, room - 1) : fields;
	const own = OWN.map((title) => ({ title, cell: (lead: Lead) => lead[title] ?? '' }));
	const columns = single.map((name) => ({
		title: `fields.${name}`,
		cell: (lead: Lead) => cellOf(Object.hasOwn(lead.fields, name) ? lead.fields[name] : undefined),
	}));
	if (single.length === fields.length) return [...own, ...columns];
	const further = new Set(fields.slice(single.length));
	return [...own, ...columns, { title: REST, cell: (lead) => restOf(lead, further) }];
}

function restOf(lead: Lead, names: ReadonlySet<string>): Cell {
	const rest = Object.entries(lead.fields).filter(([name]) => names.has(name));
	return rest.length === 0 ? '' : JSON.stringify(Object.fromEntries(rest));
}

/** The value of a form field for one cell. No value becomes an empty cell; lists and objects become JSON. */
function cellOf(value: unknown): Cell {
	if (value === null || value === undefined) return '';
	if (typeof value === 'string' || typeof value === 'number') return value;
	return JSON.stringify(value);
}
