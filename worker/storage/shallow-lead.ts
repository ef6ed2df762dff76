import type { Lead } from '../../api';

/** Deeper than what any form captures. JSON of much deeper values exceeds the stack of a process. */
const MOST_LEVELS = 500;
const TOO_DEEP = '(nested too deeply for JSON)';

/** The lead, with a text in place of form fields that are nested too deeply: one lead must not stop an export or a flow. */
export function shallowLead(lead: Lead): Lead {
	const fields = shallowRecord(lead.fields);
	return fields === lead.fields ? lead : { ...lead, fields };
}

/** The record, with a text in place of the fields that are nested too deeply. */
export function shallowRecord<Fields extends Record<string, unknown>>(record: Fields): Fields {
	const deep = Object.entries(record).filter(([, value]) => isTooDeep(value));
	if (deep.length === 0) return record;
	const texts = deep.map(([name]) => [name, TOO_DEEP] as const);
	return Object.fromEntries([...Object.entries(record), ...texts]) as Fields;
}

function isTooDeep(value: unknown): boolean {
	let level = [value];
	for (let levels = 0; level.length > 0; levels += 1) {
		if (levels > MOST_LEVELS) return true;
		level = level.flatMap((one): unknown[] => (typeof one === 'object' && one !== null ? Object.values(one) : []));
	}
	return false;
}
