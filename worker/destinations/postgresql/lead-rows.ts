import type { Lead } from '../../../api';
import type { LeadPreview, LeadsOf } from '../destination';
import { sourceOf, TOO_DEEP } from '../lead-source';
import type { RowRefusal } from './row-refusal';
import type { Names } from './tables';

/** The row of a lead, as it would be inserted. */
export function rowOf(names: Names, of: LeadsOf, lead: Lead): LeadPreview {
	const columns = columnsOrReason(names, of, [lead]);
	if (!Array.isArray(columns)) return { values: {}, refusal: columns.reason };
	const row = Object.keys(names.columns).map((name, place) => [name, columns[place]?.[0] ?? null] as const);
	return { values: Object.fromEntries(row), refusal: null };
}

type Value = string | number | null;

/** The values of each column, a lead's at its place. Fields of a lead may be nested too deeply for JSON. */
export function columnsOrReason(
	{ columns, rules }: Names,
	of: LeadsOf,
	leads: readonly Lead[],
): Value[][] | RowRefusal {
	try {
		return Object.values(columns).map((source) => leads.map((lead) => sourceOf(source, of, lead, rules)));
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		return { reason: TOO_DEEP, kind: 'set_aside' };
	}
}
