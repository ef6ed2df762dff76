import type { Lead } from '../../api';
import type { LeadsOf } from './destination';

/**
 * The value of a lead that a column or property is mapped to (see the configuration, `destinations`).
 * @returns null where the lead has none; a form field that is no text is given as JSON; text is always well formed
 * @throws RangeError when a form field goes too deep for JSON
 */
export function sourceOf(source: string, of: LeadsOf, lead: Lead): string | number | null {
	const value = valueOf(source, of, lead);
	return typeof value === 'string' ? value.toWellFormed() : value;
}

function valueOf(source: string, { connection }: LeadsOf, lead: Lead): string | number | null {
	if (source.startsWith('fields.')) return textOf(lead.fields[source.slice('fields.'.length)]);
	switch (source) {
		case 'connection':
			return connection;
		case 'firstName':
			return nameParts(lead.name).first;
		case 'lastName':
			return nameParts(lead.name).last;
		case 'fields':
			return wellFormedJson(lead.fields);
		case 'id':
		case 'agentId':
		case 'conversationId':
		case 'name':
		case 'email':
		case 'phone':
		case 'city':
		case 'country':
		case 'countryCode':
		case 'capturedAt':
			return lead[source];
		default:
			return null;
	}
}

/** The service gives one name; all but its last word is taken as the first name. */
function nameParts(name: string): { first: string; last: string | null } {
	const words = name.trim().split(/\s+/);
	if (words.length < 2) return { first: words[0] ?? '', last: null };
	return { first: words.slice(0, -1).join(' '), last: words.at(-1) ?? null };
}

function textOf(value: unknown): string | null {
	if (value === undefined || value === null) return null;
	return typeof value === 'string' ? value : wellFormedJson(value);
}

/** Why a lead is refused whose fields no JSON can be made of. */
export const TOO_DEEP = 'Its fields go too deep for JSON.';

/**
 * JSON that every database and every program takes: half of a character, which JSON.stringify writes as an escape, becomes
 * U+FFFD, as it does wherever text becomes UTF-8.
 * @throws RangeError when the value goes too deep
 */
export function wellFormedJson(value: unknown): string {
	return JSON.stringify(value).replace(/\\(?:ud[89a-f][0-9a-f]{2}|.)/g, (escape) =>
		escape.startsWith('\\ud') ? '\ufffd' : escape,
	);
}
