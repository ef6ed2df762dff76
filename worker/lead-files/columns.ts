import type { Lead } from '../../api';

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

/** A table has the lead's own fields first, then one column for each captured form field, as `fields.<name>`. */
export function columnsOf(fields: readonly string[]): Column[] {
	return [
		...OWN.map((title) => ({ title, cell: (lead: Lead) => lead[title] ?? '' })),
		...fields.map((name) => ({ title: `fields.${name}`, cell: (lead: Lead) => cellOf(lead.fields[name]) })),
	];
}

/** What a form field holds, for one cell: nothing is empty, and lists and objects are JSON. */
function cellOf(value: unknown): Cell {
	if (value === null || value === undefined) return '';
	if (typeof value === 'string' || typeof value === 'number') return value;
	return JSON.stringify(value);
}
